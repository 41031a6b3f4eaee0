// What the Swift runtime orders by what it does for tasks: it says so itself.
#define _GNU_SOURCE
#include "concurrency.h"

#include <dlfcn.h>

// The runtime tells ThreadSanitizer what it orders: by these words, which it fills in where that is linked. (What it orders when it allocates metadata for
// itself says nothing of the program.)
#define OF_TASKS (il_controlled() && il_module_of((uintptr_t)__builtin_return_address(0)) == IL_CONCURRENCY)
#define HERE (uintptr_t)__builtin_return_address(0)
#define CANCELS il_is_cancelling(HERE)

static void acquired(void *address)
{
    if (!OF_TASKS) return;
    if (CANCELS) il_told_of_cancellation((uintptr_t)address, HERE, IL_ABOVE);
    else il_ask((struct interleave_call){.kind = INTERLEAVE_ACQUIRED, .object = (uintptr_t)address});
}

static void released(void *address)
{
    if (OF_TASKS && !CANCELS) il_ask((struct interleave_call){.kind = INTERLEAVE_RELEASED, .object = (uintptr_t)address});
}

void il_tell_what_is_ordered(void)
{
    bool *enabled = dlsym(RTLD_DEFAULT, "_swift_tsan_enabled");
    void (**acquire)(void *) = dlsym(RTLD_DEFAULT, "_swift_tsan_acquire"), (**release)(void *) = dlsym(RTLD_DEFAULT, "_swift_tsan_release");
    if (!enabled || !acquire || !release) return;
    *acquire = acquired;
    *release = released;
    *enabled = true;
}
