// Rare calls for Swift tasks, while tasks are explored: deinitializers that run on an actor, Swift
// tasks that begin immediately, and priority escalation. The program calls these functions of the
// runtime itself.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/memory/references.h"
#include "explorer/swift/own-executors.h"
#include "explorer/swift/swift-tasks.h"

SWIFT void swift_task_deinitOnExecutor(void *object, SWIFT void (*work)(void *), void *identity, uintptr_t implementation, size_t flags);
SWIFT void swift_task_immediate(void *task, void *identity, uintptr_t implementation);
SWIFT void *swift_task_addPriorityEscalationHandler(void *handler, void *context);
SWIFT void swift_task_removePriorityEscalationHandler(void *record);
SWIFT void *swift_task_getCurrent(void);

// The place in the program that calls the runtime for an `isolated deinit`; 0: none.
static __thread uintptr_t isolated_deinit;

void il_refuse_actor_job(uintptr_t caller)
{
    if (isolated_deinit) il_refuse("isolated deinit", isolated_deinit);
    il_refuse("an actor job that the runtime submits", caller ? caller : il_last_release);
}

static int64_t stand_on(uintptr_t actor, int64_t previous)
{
    return il_ask((struct interleave_call){.kind = INTERLEAVE_STAND_ON, .object = actor, .value = (uint64_t)previous});
}

// An actor without references belongs to no thread: its deinit is on the actor without waiting for
// its turn. Elsewhere the runtime makes a job of it.
SWIFT IL_EXPORT void swift_task_deinitOnExecutor(
    void *object, SWIFT void (*work)(void *), void *identity, uintptr_t implementation, size_t flags)
{
    if (!il_controlled() || object != identity) {
        uintptr_t before = isolated_deinit;
        isolated_deinit = (uintptr_t)__builtin_return_address(0);
        IL_REAL(swift_task_deinitOnExecutor)(object, work, identity, implementation, flags);
        isolated_deinit = before;
        return;
    }
    int64_t previous = stand_on((uintptr_t)identity, -1);
    work(object);
    stand_on(0, previous);
}

SWIFT IL_EXPORT void swift_task_immediate(void *task, void *identity, uintptr_t implementation)
{
    enum { CONTEXT_OF_TASK = 8 };
    if (!il_controlled()) {
        IL_REAL(swift_task_immediate)(task, identity, implementation);
        return;
    }
    // To the runtime, its creator is on no actor.
    il_watch_ending(((void **)task)[CONTEXT_OF_TASK]);
    struct before before = il_begin_on_own_executor(task, NULL);
    IL_REAL(swift_task_immediate)(task, NULL, 0);
    il_end_on_own_executor(before);
}

// The schedule decides whether a priority is raised before or after a handler for that is added.
static void touch_priority(void *task)
{
    if (!il_controlled() || !task) return;
    uintptr_t caller = il_program_caller(__builtin_frame_address(0));
    il_ask((struct interleave_call){.kind = INTERLEAVE_CHANGE, .object = (uintptr_t)task + 24, .caller = caller ? caller : IL_ABOVE});
}

SWIFT IL_EXPORT void *swift_task_addPriorityEscalationHandler(void *handler, void *context)
{
    touch_priority(IL_REAL(swift_task_getCurrent)());
    return IL_REAL(swift_task_addPriorityEscalationHandler)(handler, context);
}

SWIFT IL_EXPORT void swift_task_removePriorityEscalationHandler(void *record)
{
    touch_priority(IL_REAL(swift_task_getCurrent)());
    IL_REAL(swift_task_removePriorityEscalationHandler)(record);
}

// `escalatePriority(to:)` of a Swift task, and of an unsafe reference to one, which is passed by
// its address. (The runtime also raises priorities without a call: a waiter makes the awaited Swift
// task more urgent.)
SWIFT void il_escalate_task(const void *priority, void *task) __asm__("$sScT16escalatePriority2toyScP_tF");
SWIFT IL_EXPORT void il_escalate_task(const void *priority, void *task)
{
    SWIFT static void (*real)(const void *, void *);
    if (!real) *(void **)&real = il_real("$sScT16escalatePriority2toyScP_tF");
    touch_priority(task);
    real(priority, task);
}

SWIFT void il_escalate_unsafe_task(const void *priority, __attribute__((swift_context)) void **task) __asm__("$sSct16escalatePriority2toyScP_tF");
SWIFT IL_EXPORT void il_escalate_unsafe_task(const void *priority, __attribute__((swift_context)) void **task)
{
    SWIFT static void (*real)(const void *, __attribute__((swift_context)) void **);
    if (!real) *(void **)&real = il_real("$sSct16escalatePriority2toyScP_tF");
    touch_priority(*task);
    real(priority, task);
}
