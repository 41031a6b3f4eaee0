// The fiber switch alone: two fibers alternate, each with the identity of a sleeping thread. Exits
// with 0 if each fiber always had its own thread number, thread-local variables, integer and
// floating-point registers, and an aligned stack.
//
// To run it for another processor, with that one's C library and an emulator (Debian:
// gcc-aarch64-linux-gnu, qemu-user):
//
//     aarch64-linux-gnu-gcc -O2 -ISources/CInterposition Tests/FiberSwitch/switch.c Sources/CInterposition/explorer/fibers/fiber-arm64.c -o switch -lpthread
//     qemu-aarch64 -L /usr/aarch64-linux-gnu ./switch
#include "base/thread-state.h"
#include "explorer/fibers/fiber.h"

#include <stdio.h>
#include <unistd.h>

IL_HIDDEN __thread struct il_thread il_self;

enum { TURNS = 100000, OWN_FRAMES = 16384 };
static __thread long own;
static struct donor {
    pthread_t thread;
    uintptr_t base;
    char *top;
    _Atomic int is_ready;
} donors[2];
static struct il_context carrier, fibers[2];
static long turns, wrong;

static void *lend(void *argument)
{
    struct donor *donor = argument;
    donor->thread = pthread_self();
    donor->base = il_thread_base();
    donor->top = (char *)__builtin_frame_address(0) - OWN_FRAMES;
    donor->is_ready = 1;
    for (;;) pause();
    return NULL;
}

static void take_turns(void *argument)
{
    long me = (long)argument;
    double kept = 1.5 + (double)me, sum = 0;
    own = 0;
    for (long turn = 1; turn <= TURNS; turn++) {
        own += 1 + me;
        sum += kept;
        turns++;
        if (!pthread_equal(pthread_self(), donors[me].thread)) wrong++;
        il_fiber_switch(&fibers[me].stack, fibers[1 - me].stack, fibers[1 - me].base);
        if (own != turn * (1 + me) || sum != (double)turn * (1.5 + (double)me)) wrong++;
        if ((uintptr_t)__builtin_frame_address(0) & 15) wrong++;
    }
    il_fiber_switch(&fibers[me].stack, carrier.stack, carrier.base);
}

int main(void)
{
    pthread_t mine = pthread_self();
    carrier.base = il_thread_base();
    for (long index = 0; index < 2; index++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, lend, &donors[index]) != 0) return 2;
        while (!donors[index].is_ready) usleep(100);
        fibers[index].base = donors[index].base;
    }
    // Twice: a fiber can begin again, wherever it was left.
    for (int round = 0; round < 2; round++) {
        for (long index = 0; index < 2; index++) fibers[index].stack = il_fiber_prepare(donors[index].top, take_turns, (void *)index);
        il_fiber_switch(&carrier.stack, fibers[0].stack, fibers[0].base);
        if (!pthread_equal(pthread_self(), mine)) wrong++;
    }
    printf("%ld turns, %ld wrong\n", turns, wrong);
    return wrong != 0 || turns != 4 * TURNS;
}
