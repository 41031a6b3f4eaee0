// POSIX barriers and spin locks, while threads are explored. They are not recorded.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "recorder/chaos.h"

#include <errno.h>
#include <pthread.h>

// MARK: barriers

IL_EXPORT int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attributes, unsigned int count)
{
    int error = IL_REAL(pthread_barrier_init)(barrier, attributes, count);
    uintptr_t caller;
    if (!error && il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_BARRIER_CREATED, .caller = caller, .object = (uintptr_t)barrier, .value = count});
    }
    return error;
}

IL_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    uintptr_t caller;
    if (!il_controlled() || !(caller = IL_CALLER())) {
        IL_RELEASED(barrier);
        int result = IL_REAL(pthread_barrier_wait)(barrier);
        IL_ACQUIRED(barrier);
        return result;
    }
    bool is_last = il_ask((struct interleave_call){.kind = INTERLEAVE_BARRIER_WAIT, .caller = caller, .object = (uintptr_t)barrier}) != 0;
    return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// MARK: spin locks: to the explorer they are locks, since a spinning thread does nothing else

static void forget(volatile int *lock) { il_ask((struct interleave_call){.kind = INTERLEAVE_FORGET, .object = (uintptr_t)lock}); }

IL_EXPORT int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    if (il_controlled() && IL_CALLER()) forget(lock);
    return IL_REAL(pthread_spin_init)(lock, shared);
}

IL_EXPORT int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    if (il_controlled() && IL_CALLER()) forget(lock);
    return IL_REAL(pthread_spin_destroy)(lock);
}

IL_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_LOCK, .object = (uintptr_t)lock, .value = 1);
    return il_acquired(IL_REAL(pthread_spin_lock)(lock), lock);
}

IL_EXPORT int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_LOCK, .object = (uintptr_t)lock, .value = EBUSY);
    return il_acquired(IL_REAL(pthread_spin_trylock)(lock), lock);
}

IL_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_UNLOCK, .object = (uintptr_t)lock);
    IL_RELEASED(lock);
    return IL_REAL(pthread_spin_unlock)(lock);
}
