// POSIX semaphores, while tasks are explored: the explorer treats them like libdispatch's. Named
// ones are shared between processes: refused.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "recorder/chaos.h"
#include "symbols/sleeps.h"

#include <errno.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdarg.h>

IL_EXPORT int sem_init(sem_t *semaphore, int shared, unsigned int value)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    int result = IL_REAL(sem_init)(semaphore, shared, value);
    if (result == 0 && il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_SEMAPHORE_CREATED, .caller = caller, .object = (uintptr_t)semaphore, .value = value});
    }
    return result;
}

IL_EXPORT int sem_destroy(sem_t *semaphore)
{
    il_see_primitive(semaphore);
    if (il_controlled() && IL_CALLER()) il_ask((struct interleave_call){.kind = INTERLEAVE_FORGET, .object = (uintptr_t)semaphore});
    return IL_REAL(sem_destroy)(semaphore);
}

// `refusal` is the error for a timeout.
static int wait_for(sem_t *semaphore, uint64_t time, int refusal, uintptr_t caller)
{
    int64_t late = il_ask((struct interleave_call){
        .kind = INTERLEAVE_SEMAPHORE_WAIT, .caller = caller, .object = (uintptr_t)semaphore, .value = time});
    if (!late) return 0;
    errno = refusal;
    return -1;
}

IL_EXPORT int sem_wait(sem_t *semaphore)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) return wait_for(semaphore, UINT64_MAX, 0, caller);
    return il_acquired(IL_REAL(sem_wait)(semaphore), semaphore);
}

IL_EXPORT int sem_trywait(sem_t *semaphore)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) return wait_for(semaphore, 0, EAGAIN, caller);
    return il_acquired(IL_REAL(sem_trywait)(semaphore), semaphore);
}

IL_EXPORT int sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        return wait_for(semaphore, il_nanoseconds_until(deadline, CLOCK_REALTIME), ETIMEDOUT, caller);
    }
    return il_acquired(IL_REAL(sem_timedwait)(semaphore, deadline), semaphore);
}

IL_EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) return wait_for(semaphore, il_nanoseconds_until(deadline, clock), ETIMEDOUT, caller);
    return il_acquired(IL_REAL(sem_clockwait)(semaphore, clock, deadline), semaphore);
}

IL_EXPORT int sem_post(sem_t *semaphore)
{
    il_see_primitive(semaphore);
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_SEMAPHORE_SIGNAL, .object = (uintptr_t)semaphore);
    IL_RELEASED(semaphore);
    return IL_REAL(sem_post)(semaphore);
}

IL_EXPORT int sem_getvalue(sem_t *semaphore, int *value)
{
    IL_NOT_MODELLED("sem_getvalue");
    return IL_REAL(sem_getvalue)(semaphore, value);
}

IL_EXPORT sem_t *sem_open(const char *name, int flags, ...)
{
    IL_NOT_MODELLED("sem_open");
    if (!(flags & O_CREAT)) return IL_REAL(sem_open)(name, flags);
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = va_arg(arguments, mode_t);
    unsigned int value = va_arg(arguments, unsigned int);
    va_end(arguments);
    return IL_REAL(sem_open)(name, flags, mode, value);
}
