// Hooks of the Swift runtime, while tasks are explored.
//
// A program can set `swift_task_enqueueGlobal_hook` and its relatives, for which it asks `dlsym`. The
// runtime then passes each job to the hook. The explorer would see the jobs that the hook submits,
// on executors that the hook has chosen, and take them for those that the program asked for. So the
// write of a hook is refused. Code that is not compiled for the explorer, or runs before it, writes
// unseen. Then the next step of a Swift task is refused.
#define _GNU_SOURCE
#include "explorer/swift/executor-hooks.h"

#include "explorer/bridge.h"
#include "explorer/swift/swift-tasks.h"

#include <dlfcn.h>

static struct {
    const char *name;
    void **word;
} hooks[] = {
    {.name = "swift_task_enqueueGlobal_hook"},
    {.name = "swift_task_enqueueGlobalWithDelay_hook"},
    {.name = "swift_task_enqueueGlobalWithDeadline_hook"},
    {.name = "swift_task_enqueueMainExecutor_hook"},
    {.name = "swift_task_getMainExecutor_hook"},
    {.name = "swift_task_isMainExecutor_hook"},
    {.name = "swift_task_isOnExecutor_hook"},
    {.name = "swift_task_checkIsolated_hook"},
    {.name = "swift_task_isIsolatingCurrentContext_hook"},
    {.name = "swift_task_donateThreadToGlobalExecutorUntil_hook"},
    {.name = "swift_task_asyncMainDrainQueue_hook"},
};
enum { COUNT = sizeof hooks / sizeof hooks[0] };

struct il_hooks il_executor_hooks;

void il_find_executor_hooks(void)
{
    uintptr_t first = UINTPTR_MAX, end = 0;
    for (int which = 0; which < COUNT; which++) {
        uintptr_t word = (uintptr_t)(hooks[which].word = dlsym(RTLD_DEFAULT, hooks[which].name));
        if (!word) continue;
        if (word < first) first = word;
        if (word + sizeof(void *) > end) end = word + sizeof(void *);
    }
    if (end) il_executor_hooks = (struct il_hooks){first, end - first};
}

void il_check_hook_write(uintptr_t address, uint32_t size, uintptr_t place)
{
    for (int which = 0; which < COUNT; which++) {
        uintptr_t word = (uintptr_t)hooks[which].word;
        if (word && address < word + sizeof(void *) && word < address + size) il_refuse(hooks[which].name, place);
    }
}

void il_check_executor_hooks(uintptr_t caller)
{
    for (int which = 0; which < COUNT; which++) {
        if (hooks[which].word && *hooks[which].word) il_refuse(hooks[which].name, caller);
    }
}

void il_check_executor_hooks_for_creation(const void *frame_address)
{
    // (The program's own copy of `Task.init` has no lines: its caller has.)
    const uintptr_t *const *frame = frame_address;
    for (int which = 0; which < COUNT; which++) {
        if (hooks[which].word && *hooks[which].word) il_refuse(hooks[which].name, il_program_above(*frame));
    }
}
