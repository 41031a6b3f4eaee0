// The call stack of an access: code compiled with `-sanitize=thread` reports when it enters and
// leaves a function. Each task has its own stack here.
#define _GNU_SOURCE
#include "base/thread-state.h"
#include "explorer/memory/memory.h"
#include "explorer/trap-handler.h"

enum { DEEPEST = 128 };
static __thread struct {
    uint32_t depth;
    uintptr_t places[DEEPEST];
} calls __attribute__((tls_model("initial-exec")));

// `place` is the place of the call.
IL_EXPORT void __tsan_func_entry(void *place)
{
    if (!il_self.controlled) {
        il_stray((uintptr_t)place);
        return;
    }
    if (IL_UNLIKELY((uintptr_t)__builtin_frame_address(0) < il_self.stack_low) && !il_self.inside) il_overflow((uintptr_t)place);
    if (calls.depth < DEEPEST) calls.places[calls.depth] = (uintptr_t)place;
    calls.depth++;
}

IL_EXPORT void __tsan_func_exit(void)
{
    if (il_self.controlled) calls.depth -= calls.depth > 0;
}

uint32_t interleave_calls(uintptr_t *places, uint32_t limit)
{
    uint32_t count = 0, depth = calls.depth < DEEPEST ? calls.depth : DEEPEST;
    while (depth && count < limit) places[count++] = calls.places[--depth];
    return count;
}

uintptr_t interleave_caller_frame(uintptr_t place)
{
    return il_self.inside > 0 && il_self.entered && il_self.entered_from == place ? il_self.entered[0] : 0;
}

void interleave_forget_calls(void)
{
    calls.depth = 0;
    il_self.open_accesses = 0;
    il_self.mutex = 0;
    il_self.update = 0;
}
