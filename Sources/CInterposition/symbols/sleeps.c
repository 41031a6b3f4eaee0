// Sleeps: their length, and their place.
#define _GNU_SOURCE
#include "symbols/sleeps.h"

#include "explorer/bridge.h"
#include "explorer/swift/swift-tasks.h"
#include "recorder/ring.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

uint64_t il_nanoseconds_until(const struct timespec *deadline, clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    int64_t left = ((int64_t)deadline->tv_sec - now.tv_sec) * 1000000000 + (deadline->tv_nsec - now.tv_nsec);
    return left > 0 ? (uint64_t)left : 0;
}

#define SLEEP(nanoseconds, type, call)                                                  \
    do {                                                                                \
        il_write_place(IL_WAIT_BEGAN, IL_WAIT_SLEEP, 0, nanoseconds, caller, 0, 0);     \
        type result;                                                                    \
        int saved;                                                                      \
        {                                                                               \
            IL_INSIDE;                                                                  \
            result = call;                                                              \
            saved = errno;                                                              \
        }                                                                               \
        il_write(IL_WAIT_ENDED, IL_WAIT_SLEEP, 0, 0);                                   \
        errno = saved;                                                                  \
        return result;                                                                  \
    } while (0)

IL_EXPORT unsigned int sleep(unsigned int seconds)
{
    uintptr_t caller;
    IL_CONTROLLED(unsigned int, INTERLEAVE_SLEEP, .value = seconds * 1000000000ull);
    if (!il_records(IL_CHOICE_SLEEPS) || !(caller = IL_CALLER())) return IL_REAL(sleep)(seconds);
    SLEEP(seconds * 1000000000ull, unsigned int, IL_REAL(sleep)(seconds));
}

IL_EXPORT int usleep(useconds_t microseconds)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_SLEEP, .value = microseconds * 1000ull);
    if (!il_records(IL_CHOICE_SLEEPS) || !(caller = IL_CALLER())) return IL_REAL(usleep)(microseconds);
    SLEEP(microseconds * 1000ull, int, IL_REAL(usleep)(microseconds));
}

IL_EXPORT int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_SLEEP, .value = (uint64_t)wanted->tv_sec * 1000000000u + (uint64_t)wanted->tv_nsec);
    if (!il_records(IL_CHOICE_SLEEPS) || !(caller = IL_CALLER())) return IL_REAL(nanosleep)(wanted, left);
    SLEEP((uint64_t)wanted->tv_sec * 1000000000u + (uint64_t)wanted->tv_nsec, int, IL_REAL(nanosleep)(wanted, left));
}

IL_EXPORT int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted, struct timespec *left)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_SLEEP, .work = flags & TIMER_ABSTIME ? (uintptr_t)wanted->tv_sec * 1000000000u + (uintptr_t)wanted->tv_nsec : 0,
        .value = flags & TIMER_ABSTIME ? il_nanoseconds_until(wanted, clock)
                                       : (uint64_t)wanted->tv_sec * 1000000000u + (uint64_t)wanted->tv_nsec);
    if (!il_records(IL_CHOICE_SLEEPS) || !(caller = IL_CALLER())) return IL_REAL(clock_nanosleep)(clock, flags, wanted, left);
    uint64_t length = flags & TIMER_ABSTIME ? il_nanoseconds_until(wanted, clock) : (uint64_t)wanted->tv_sec * 1000000000u + (uint64_t)wanted->tv_nsec;
    SLEEP(length, int, IL_REAL(clock_nanosleep)(clock, flags, wanted, left));
}

// MARK: the time that controlled tasks see

uint64_t dispatch_time(uint64_t when, int64_t delta);
uint64_t dispatch_walltime(const struct timespec *when, int64_t delta);

uint64_t il_control_time(clockid_t clock, void *frame)
{
    uintptr_t caller = frame ? il_program_caller(frame) : 0;
    if (frame && !caller) caller = il_program_above(frame);
    return (uint64_t)il_ask((struct interleave_call){.kind = INTERLEAVE_NOW, .caller = caller, .value = clock == CLOCK_THREAD_CPUTIME_ID});
}

uint64_t il_control_now(void *frame) { return il_control_time(CLOCK_MONOTONIC, frame); }

// A point in time: nanoseconds on the controlled clock; those of the wall clock as a negative
// number.
static uint64_t moment(uint64_t time, int64_t delta, bool wall)
{
    int64_t result = (int64_t)time + delta;
    if (delta > 0 && result < (int64_t)time) return IL_FOREVER;
    if (result < 1) result = 1;
    return (uint64_t)(wall ? -result : result);
}

IL_EXPORT uint64_t dispatch_time(uint64_t when, int64_t delta)
{
    if (!il_controlled() || when == IL_FOREVER) return IL_REAL(dispatch_time)(when, delta);
    bool wall = (int64_t)when < 0;
    return moment(when == 0 ? il_control_now(__builtin_frame_address(0)) : (uint64_t)(wall ? -(int64_t)when : (int64_t)when), delta, wall);
}

IL_EXPORT uint64_t dispatch_walltime(const struct timespec *when, int64_t delta)
{
    if (!il_controlled()) return IL_REAL(dispatch_walltime)(when, delta);
    uint64_t time = when ? (uint64_t)when->tv_sec * 1000000000u + (uint64_t)when->tv_nsec : il_control_now(__builtin_frame_address(0));
    return moment(time, delta, true);
}
