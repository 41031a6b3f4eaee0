// POSIX's own once. It is not recorded; the explorer treats it like Swift's.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "recorder/chaos.h"

#include <pthread.h>

// glibc's value of the token after the initializer has run.
enum { DONE = 2 };

// In a real run the thread that returns first is the one that has run the initializer.
static int once_really(pthread_once_t *token, void (*initialise)(void))
{
    int error = IL_REAL(pthread_once)(token, initialise);
    IL_RELEASED(token);
    return il_acquired(error, token);
}

IL_EXPORT int pthread_once(pthread_once_t *token, void (*initialise)(void))
{
    il_see_primitive(token);
    uintptr_t caller;
    if (!il_controlled() || !(caller = IL_CALLER())) return once_really(token, initialise);
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
