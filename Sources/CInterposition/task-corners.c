// What few programs ask of Swift's tasks, while tasks are explored: deinitialisers that run on an actor, tasks that begin at once, and priorities that
// rise. The program calls these functions of the runtime itself.
#define _GNU_SOURCE
#include "concurrency.h"

SWIFT void swift_task_deinitOnExecutor(void *object, SWIFT void (*work)(void *), void *identity, uintptr_t implementation, size_t flags);
SWIFT void swift_task_immediate(void *task, void *identity, uintptr_t implementation);
SWIFT void *swift_task_addPriorityEscalationHandler(void *handler, void *context);
SWIFT size_t swift_task_escalate(void *task, size_t priority);

static int64_t stand_on(uintptr_t actor, int64_t previous)
{
    return il_ask((struct interleave_call){.kind = INTERLEAVE_STAND_ON, .object = actor, .value = (uint64_t)previous});
}

// An actor that comes to its end is nobody's any more: its deinit is on it without waiting for its turn. Elsewhere the runtime makes a job of it.
SWIFT IL_EXPORT void swift_task_deinitOnExecutor(
    void *object, SWIFT void (*work)(void *), void *identity, uintptr_t implementation, size_t flags)
{
    if (!il_controlled() || object != identity) {
        IL_REAL(swift_task_deinitOnExecutor)(object, work, identity, implementation, flags);
        return;
    }
    int64_t previous = stand_on((uintptr_t)identity, -1);
    work(object);
    stand_on(0, previous);
}

SWIFT IL_EXPORT void swift_task_immediate(void *task, void *identity, uintptr_t implementation)
{
    if (il_controlled()) il_refuse("Task.immediate", il_program_caller(__builtin_frame_address(0)));
    IL_REAL(swift_task_immediate)(task, identity, implementation);
}

SWIFT IL_EXPORT void *swift_task_addPriorityEscalationHandler(void *handler, void *context)
{
    if (il_controlled()) il_refuse("withTaskPriorityEscalationHandler", il_program_caller(__builtin_frame_address(0)));
    return IL_REAL(swift_task_addPriorityEscalationHandler)(handler, context);
}

// (The runtime raises priorities by itself too: what waits for a task makes it more urgent.)
SWIFT IL_EXPORT size_t swift_task_escalate(void *task, size_t priority)
{
    uintptr_t caller = (uintptr_t)__builtin_return_address(0);
    if (il_controlled() && il_module_of(caller) == IL_PROGRAM) il_refuse("escalatePriority", caller);
    return IL_REAL(swift_task_escalate)(task, priority);
}
