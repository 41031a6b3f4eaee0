// POSIX's own once. It is not recorded; the explorer treats it like Swift's.
#define _GNU_SOURCE
#include "explorer/bridge.h"

#include <pthread.h>

// glibc's value of the token after the initializer has run.
enum { DONE = 2 };

IL_EXPORT int pthread_once(pthread_once_t *token, void (*initialise)(void))
{
    il_see_primitive(token);
    uintptr_t caller;
    if (!il_controlled() || !(caller = IL_CALLER())) return IL_REAL(pthread_once)(token, initialise);
    struct interleave_call call = {
        .kind = INTERLEAVE_ONCE, .caller = caller, .object = (uintptr_t)token,
        .value = __atomic_load_n(token, __ATOMIC_ACQUIRE) == DONE,
    };
    if (!il_ask(call)) return 0;
    initialise();
    call.kind = INTERLEAVE_ONCE_DONE;
    il_ask(call);
    __atomic_store_n(token, DONE, __ATOMIC_RELEASE);
    return 0;
}
