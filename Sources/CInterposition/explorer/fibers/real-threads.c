// The same interface as the fiber switch, on real threads: measures the cost of a switch without
// fibers.
//
// Each task runs on the donor itself instead of borrowing its identity. A switch wakes the next
// thread and sleeps until another one wakes this thread (futex). Still only one runs at a time, and
// the explorer chooses the schedule. So the results are the same, only slower. (One exception: the
// place of a signal that a task raises itself is reported as libc's.) A task that has ended or is
// given up leaves its frames on the stack. Its thread returns to its first function when it is to
// begin another task.
#define _GNU_SOURCE
#include "explorer/fibers/fiber.h"

#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SLEEPS, BEGINS, GOES_ON, ENDS };
enum { SIGNAL_STACK = 65536, ROOM = 32768 };

struct il_turn {
    _Atomic int state;
    bool is_new;  // the next turn calls the function
    void (*function)(void *);
    void *argument;
    jmp_buf first;
};

// For the thread that carries fibers otherwise: here it waits for the end of each execution.
static struct il_turn carrier;

static void wake(struct il_turn *turn, int how)
{
    atomic_store(&turn->state, how);
    syscall(SYS_futex, &turn->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static int sleep_until_woken(struct il_turn *turn)
{
    int how;
    while ((how = atomic_load(&turn->state)) == SLEEPS) syscall(SYS_futex, &turn->state, FUTEX_WAIT_PRIVATE, SLEEPS, NULL, NULL, 0);
    atomic_store(&turn->state, SLEEPS);
    return how;
}

static void wait_for_turn(struct il_turn *turn)
{
    int how = sleep_until_woken(turn);
    if (how != GOES_ON) longjmp(turn->first, how);
}

struct il_turn *il_turn_make(void) { return calloc(1, sizeof(struct il_turn)); }

// Runs one task after the other on the calling thread, until it is dismissed.
void il_turn_serve(struct il_turn *turn)
{
    // A task's trap is handled on the thread that traps.
    sigset_t traps;
    sigemptyset(&traps);
    for (const int *number = (const int[]){SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, 0}; *number; number++) sigaddset(&traps, *number);
    pthread_sigmask(SIG_UNBLOCK, &traps, NULL);
    void *stack = mmap(NULL, SIGNAL_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = SIGNAL_STACK}, NULL);
    // A task's frames lie below the part of the stack that donor-threads.c keeps for the donor: a
    // task that traps ends at the top of its own part.
    volatile char *room = __builtin_alloca(ROOM);
    room[0] = 0;
    int how = setjmp(turn->first);
    if (how == 0) how = sleep_until_woken(turn);
    if (how == BEGINS) turn->function(turn->argument);
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, SIGNAL_STACK);
}

void il_turn_prepare(struct il_turn *turn, void (*function)(void *), void *argument)
{
    turn->is_new = true;
    turn->function = function;
    turn->argument = argument;
}

// Null is the thread that carries fibers otherwise.
void il_turn_pass(struct il_turn *from, struct il_turn *to)
{
    struct il_turn *here = from ? from : &carrier, *there = to ? to : &carrier;
    int how = there->is_new ? BEGINS : GOES_ON;
    there->is_new = false;
    if (here == there) {
        if (how == BEGINS) longjmp(here->first, how);
        return;
    }
    wake(there, how);
    wait_for_turn(here);
}

void il_turn_end(struct il_turn *turn) { wake(turn, ENDS); }
