// The number of cores that a program sees (`activeProcessorCount`), and that libdispatch sees,
// which keeps that many threads for its global queues. With INTERLEAVE_CORES=N in the environment
// both see N. Then a program behaves on each machine as on one with N cores: its threads share the
// real ones. The grader uses that, so that a grade is the same on each machine.
//
// libdispatch asks in its constructor, before ours has run: so this code must not depend on any
// earlier setup.
#define _GNU_SOURCE
#include "program/modules.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// 0: the real number.
static long wanted_cores(void)
{
    const char *text = getenv("INTERLEAVE_CORES");
    long cores = text ? strtol(text, NULL, 10) : 0;
    return cores > 0 && cores <= CPU_SETSIZE ? cores : 0;
}

static int tell_cores(long cores, size_t size, cpu_set_t *set)
{
    memset(set, 0, size);
    for (long core = 0; core < cores && (size_t)core < size * 8; core++) CPU_SET_S((size_t)core, size, set);
    return 0;
}

IL_EXPORT long sysconf(int name)
{
    if (name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) {
        long cores = wanted_cores();
        if (cores) return cores;
    }
    return IL_REAL(sysconf)(name);
}

IL_EXPORT int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set)
{
    long cores = wanted_cores();
    return cores ? tell_cores(cores, size, set) : IL_REAL(sched_getaffinity)(process, size, set);
}

IL_EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    long cores = wanted_cores();
    return cores ? tell_cores(cores, size, set) : IL_REAL(pthread_getaffinity_np)(thread, size, set);
}

// Foundation's own count, which reads the kernel's files. In each version of Foundation the getters
// have the names of their module.
#define COUNT(function, symbol)                                                                   \
    SWIFT IL_EXPORT long function(SELF) __asm__(symbol);                                          \
    SWIFT long function(SELF)                                                                     \
    {                                                                                             \
        static SWIFT long (*_Atomic real)(SELF);                                                  \
        long cores = wanted_cores();                                                              \
        if (cores) return cores;                                                                  \
        if (!atomic_load(&real)) atomic_store(&real, (SWIFT long (*)(SELF))il_real(symbol));      \
        return atomic_load(&real) ? atomic_load(&real)(self) : IL_REAL(sysconf)(_SC_NPROCESSORS_ONLN); \
    }

COUNT(essentials_active, "$s20FoundationEssentials11ProcessInfoC20activeProcessorCountSivg")
COUNT(essentials_all, "$s20FoundationEssentials11ProcessInfoC14processorCountSivg")
COUNT(foundation_active, "$s10Foundation11ProcessInfoC20activeProcessorCountSivg")
COUNT(foundation_all, "$s10Foundation11ProcessInfoC14processorCountSivg")
