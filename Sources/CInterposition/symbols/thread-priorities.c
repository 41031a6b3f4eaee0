// The priorities that a program gives its threads, and locks whose holder inherits one. They count
// only on the explorer's simulated processor (Execution+Processor.swift).
#define _GNU_SOURCE
#include "symbols/thread-priorities.h"

#include "explorer/bridge.h"

#include <sched.h>

static uint64_t priority_of(int policy, const struct sched_param *parameters)
{
    return policy == SCHED_OTHER ? 1 : policy == SCHED_FIFO ? 1 + (uint64_t)parameters->sched_priority : INTERLEAVE_PRIORITY_NOT_MODELLED;
}

// The priority that a new thread gets from its attributes, as `priority_of`; 0: its creator's.
uint64_t il_priority_in(const pthread_attr_t *attributes)
{
    int inherits, policy;
    struct sched_param parameters;
    if (!attributes || pthread_attr_getinheritsched(attributes, &inherits) || inherits == PTHREAD_INHERIT_SCHED) return 0;
    if (pthread_attr_getschedpolicy(attributes, &policy) || pthread_attr_getschedparam(attributes, &parameters)) return 0;
    return priority_of(policy, &parameters);
}

IL_EXPORT int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        int64_t result = il_ask((struct interleave_call){
            .kind = INTERLEAVE_THREAD_PRIORITY, .caller = caller, .object = (uintptr_t)thread, .value = priority_of(policy, parameters)});
        if (result >= 0) return (int)result;
    }
    return IL_REAL(pthread_setschedparam)(thread, policy, parameters);
}

IL_EXPORT int pthread_setschedprio(pthread_t thread, int priority)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        int64_t result = il_ask((struct interleave_call){
            .kind = INTERLEAVE_THREAD_PRIORITY, .caller = caller, .object = (uintptr_t)thread, .value = 1 + (uint64_t)priority});
        if (result >= 0) return (int)result;
    }
    return IL_REAL(pthread_setschedprio)(thread, priority);
}

bool interleave_mutex_inherits(uintptr_t mutex)
{
    enum { INHERITS = 32 };  // PTHREAD_MUTEX_PRIO_INHERIT_NP, in glibc's own header
    return ((const pthread_mutex_t *)mutex)->__data.__kind & INHERITS;
}

bool interleave_mutex_has_ceiling(uintptr_t mutex)
{
    enum { PROTECTS = 64 };
    return ((const pthread_mutex_t *)mutex)->__data.__kind & PROTECTS;
}
