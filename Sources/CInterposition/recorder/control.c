// Stops and starts a recording from outside.
//
// The wanted state is a number in the header of the trace, which another process can map and change.
// A thread of ours waits for such a change in the kernel (a futex), so that the fast path of a record
// needs no look at it: the thread sets the number that every call looks at anyway (`il_current`).
// Only programs whose tracer asks for it have that thread.
//
// While it is stopped, nothing is recorded. So nothing that is earlier than the next start proves
// anything: the header says that nothing is missing from then on. A recording that is never started
// again ended when it was stopped, and not with the process.
#define _GNU_SOURCE
#include "include/CInterposition.h"
#include "program/modules.h"
#include "recorder/ring-state.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static long futex(_Atomic uint32_t *word, int operation, uint32_t value)
{
    return syscall(SYS_futex, word, operation, value, NULL, NULL, 0);
}

static void obey(struct il_header *header, uint32_t wanted)
{
    il_lock_ring();
    if (il_ring.header == header && wanted == IL_STOPPED && atomic_load(&il_current)) {
        il_ring.stopped = atomic_exchange(&il_current, 0);
        header->end_nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
        header->end_ticks = il_now();
        header->flags |= STOPPED_EARLY;
    } else if (il_ring.header == header && wanted == IL_RECORDING && il_ring.stopped) {
        header->end_nanoseconds = header->end_ticks = 0;
        header->flags &= ~(uint32_t)STOPPED_EARLY;
        header->complete_from = header->restarted = il_now();
        atomic_store(&il_current, il_ring.stopped);
        il_ring.stopped = 0;
    }
    atomic_store(&header->obeyed, wanted);
    il_unlock_ring();
}

bool il_is_paused(void) { return il_ring.stopped && !(il_self.inside | il_self.writing); }

static void *wait_for_orders(void *context)
{
    struct il_header *header = context;
    for (;;) {
        uint32_t wanted = atomic_load(&header->wanted);
        obey(header, wanted);
        futex(&header->wanted, FUTEX_WAIT, wanted);
    }
    return NULL;
}

void il_take_orders(bool is_stopped)
{
    struct il_header *header = il_ring.header;
    if (!header) return;
    atomic_store(&header->wanted, is_stopped ? IL_STOPPED : IL_RECORDING);
    obey(header, is_stopped ? IL_STOPPED : IL_RECORDING);
    sigset_t all, before;
    sigfillset(&all);
    pthread_attr_t attributes;
    pthread_t thread;
    // The program's signals go to its own threads.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, 64 << 10);
    if (IL_REAL(pthread_create)(&thread, &attributes, wait_for_orders, header) != 0) atomic_store(&header->wanted, 0);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int interleave_order(const char *path, bool records)
{
    enum { TRIES = 2000, PAUSE = 1000 };  // two seconds
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return errno;
    struct stat found;
    if (fstat(file, &found) != 0 || found.st_size < HEADER_SIZE) {
        close(file);
        return EINVAL;
    }
    struct il_header *header = mmap(NULL, HEADER_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    int error = header == MAP_FAILED ? errno : 0;
    close(file);
    if (error) return error;
    uint32_t wanted = records ? IL_RECORDING : IL_STOPPED;
    if (!atomic_load(&header->wanted)) {
        error = ENOTSUP;
    } else {
        atomic_store(&header->wanted, wanted);
        futex(&header->wanted, FUTEX_WAKE, 1);
        for (int try = 0; atomic_load(&header->obeyed) != wanted && try < TRIES; try++) usleep(PAUSE);
        if (atomic_load(&header->obeyed) != wanted) error = ETIMEDOUT;
    }
    munmap(header, HEADER_SIZE);
    return error;
}
