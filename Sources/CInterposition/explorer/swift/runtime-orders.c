// The orderings that the Swift runtime makes for Swift tasks: the runtime reports them itself.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/swift/swift-tasks.h"

#include <dlfcn.h>

// The runtime reports its orderings to ThreadSanitizer through these words, which it fills in if
// that is linked. (Orderings of its own metadata allocations do not concern the program.)
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
