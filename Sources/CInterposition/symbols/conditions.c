// Conditions of threads: waiting releases the mutex and acquires it again.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "recorder/chaos.h"
#include "recorder/ring.h"
#include "symbols/sleeps.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define WAIT(condition, mutex, timeout, call)                                                                        \
    do {                                                                                                             \
        il_write_place(IL_LOCK_RELEASED, 0, (uint64_t)mutex, 0, caller, 0, 0);                                       \
        IL_RELEASED(mutex);                                                                                          \
        il_write_place(IL_WAIT_BEGAN, IL_WAIT_CONDITION, (uint64_t)condition, timeout, caller, 0, 0);                \
        int error;                                                                                                   \
        {                                                                                                            \
            IL_INSIDE;                                                                                               \
            error = call;                                                                                            \
        }                                                                                                            \
        il_write(IL_WAIT_ENDED, IL_WAIT_CONDITION | (error == ETIMEDOUT ? IL_TIMED_OUT : 0), (uint64_t)condition, 0); \
        il_write_place(IL_LOCK_ACQUIRED, 0, (uint64_t)mutex, 0, caller, 0, 0);                                       \
        IL_ACQUIRED(mutex);                                                                                          \
        return error;                                                                                                \
    } while (0)

// A library waits.
static int waited(int error, pthread_mutex_t *mutex)
{
    IL_ACQUIRED(mutex);
    return error;
}

static pthread_mutex_t *leaving(pthread_mutex_t *mutex)
{
    IL_RELEASED(mutex);
    return mutex;
}

IL_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_CONDITION_WAIT, .object = (uintptr_t)condition, .other = (uintptr_t)mutex, .value = 0);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return waited(IL_REAL(pthread_cond_wait)(condition, leaving(mutex)), mutex);
    WAIT(condition, mutex, IL_FOREVER, IL_REAL(pthread_cond_wait)(condition, mutex));
}

IL_EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_CONDITION_WAIT, .object = (uintptr_t)condition, .other = (uintptr_t)mutex, .value = ETIMEDOUT,
        .work = (uintptr_t)deadline->tv_sec * 1000000000u + (uintptr_t)deadline->tv_nsec);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return waited(IL_REAL(pthread_cond_timedwait)(condition, leaving(mutex), deadline), mutex);
    WAIT(condition, mutex, il_nanoseconds_until(deadline, CLOCK_REALTIME), IL_REAL(pthread_cond_timedwait)(condition, mutex, deadline));
}

IL_EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_CONDITION_WAIT, .object = (uintptr_t)condition, .other = (uintptr_t)mutex, .value = ETIMEDOUT,
        .work = (uintptr_t)deadline->tv_sec * 1000000000u + (uintptr_t)deadline->tv_nsec);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return waited(IL_REAL(pthread_cond_clockwait)(condition, leaving(mutex), clock, deadline), mutex);
    WAIT(condition, mutex, il_nanoseconds_until(deadline, clock), IL_REAL(pthread_cond_clockwait)(condition, mutex, clock, deadline));
}

IL_EXPORT int pthread_cond_signal(pthread_cond_t *condition)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_CONDITION_SIGNAL, .object = (uintptr_t)condition);
    if (il_records(IL_CHOICE_LOCKS) && (caller = IL_CALLER())) il_write_place(IL_CONDITION_SIGNALLED, 0, (uint64_t)condition, 0, caller, 0, 0);
    return IL_REAL(pthread_cond_signal)(condition);
}

IL_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_CONDITION_BROADCAST, .object = (uintptr_t)condition);
    if (il_records(IL_CHOICE_LOCKS) && (caller = IL_CALLER())) il_write_place(IL_CONDITION_SIGNALLED, 1, (uint64_t)condition, 0, caller, 0, 0);
    return IL_REAL(pthread_cond_broadcast)(condition);
}
