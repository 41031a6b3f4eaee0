// Donors: threads that exist only to lend their identity to fibers.
#define _GNU_SOURCE
#include "base/thread-state.h"
#include "explorer/fibers/fiber.h"
#include "explorer/system/standard-streams.h"
#include "program/modules.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// OWN_FRAMES: the donor's own frames lie above the fiber's part of the stack; the donor needs them
// again when it is dismissed. RESERVE: stack space for the explorer itself, below the deepest
// function of the program.
enum { OWN_FRAMES = 16384, GUARD = 8192, RESERVE = 65536 };

static void *lend(void *argument)
{
    struct il_donor *donor = argument;
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    if (pthread_getattr_np(donor->thread = pthread_self(), &attributes) != 0) return NULL;
    pthread_attr_getstack(&attributes, &lowest, &size);
    pthread_attr_destroy(&attributes);
    donor->base = il_thread_base();
    donor->bottom = (char *)lowest + GUARD;
    donor->top = (char *)__builtin_frame_address(0) - OWN_FRAMES;
    il_self.stack_high = (uintptr_t)lowest + size;
    il_self.stack_low = (uintptr_t)donor->bottom + RESERVE;
    donor->self = &il_self;
    il_self.controlled = 1;
    il_self.inside = 1;
    il_self.writing = 1;  // tasks are not recorded, even if other threads of the process are
    atomic_store(&donor->state, 1);
    syscall(SYS_futex, &donor->state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    if (donor->turn) il_turn_serve(donor->turn);
    // Asleep until it is dismissed. Meanwhile tasks change its thread-local storage.
    while (atomic_load(&donor->state) == 1) syscall(SYS_futex, &donor->state, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
    il_self.controlled = 0;
    return NULL;
}

struct il_donor *il_donor_make(size_t stack_size, bool on_threads)
{
    struct il_donor *donor = calloc(1, sizeof *donor);
    if (!donor || (on_threads && !(donor->turn = il_turn_make()))) {
        free(donor);
        return NULL;
    }
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    // A signal handler on a donor would run on the stack that a fiber uses.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int error = IL_REAL(pthread_create)(&thread, &attributes, lend, donor);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    if (error) {
        free(donor->turn);
        free(donor);
        return NULL;
    }
    while (atomic_load(&donor->state) == 0) syscall(SYS_futex, &donor->state, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    return donor;
}

// Another task is about to borrow it.
void il_donor_renew(struct il_donor *donor)
{
    if (donor->self->prints || donor->self->printed) il_forget_printed(donor->self);
    donor->self->operating = 0;
    donor->self->operating_for = 0;
}

void il_donor_dismiss(struct il_donor *donor)
{
    if (donor->turn) il_turn_end(donor->turn);
    atomic_store(&donor->state, 2);
    syscall(SYS_futex, &donor->state, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    IL_REAL(pthread_join)(donor->thread, NULL);
    free(donor->turn);
    free(donor);
}
