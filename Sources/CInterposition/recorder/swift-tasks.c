// Swift tasks, seen at the calls that the compiler puts into the program.
//
// A Swift task is made by `swift_task_create` (or `swift_asyncLet_begin`). When it can run, the
// runtime submits it to libdispatch as a job: dispatch.c records that as an item of its queue.
// Actors are different: see actors.c.
#define _GNU_SOURCE
#include "recorder/swift-tasks.h"

#include "explorer/swift/executor-hooks.h"
#include "explorer/swift/swift-tasks.h"
#include "explorer/swift/task-values.h"
#include "program/modules.h"
#include "recorder/ring.h"
#include "recorder/wrapped-blocks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

enum { FLAG_IS_CHILD = 1 << 8, NOT_A_CHILD = 1 };

SWIFT struct il_task_and_context swift_task_create(size_t flags, struct il_task_option *options, const void *type, const void *entry, void *closure);
SWIFT void swift_asyncLet_begin(void *let, struct il_task_option *options, const void *type, const void *entry, void *closure, void *buffer);
SWIFT void swift_task_cancel(void *task);
SWIFT void $sScT6cancelyyF(void *task, void *success, void *failure, void *error);
SWIFT void *swift_task_getCurrent(void);
SWIFT uint64_t swift_task_getJobTaskId(void *job);
SWIFT size_t swift_task_getJobFlags(void *job);
SWIFT struct il_executor swift_task_getMainExecutor(void);

// MARK: what is known of tasks

// The Swift task's number; 0 for a job that is not a Swift task: an actor's turn.
uint64_t il_task_of_job(void *job)
{
    size_t (*flags)(void *) SWIFT = (SWIFT size_t (*)(void *))IL_REAL(swift_task_getJobFlags);
    if (!flags || (flags(job) & 0xFF) != 0) return 0;
    return IL_REAL(swift_task_getJobTaskId)(job);
}

uint64_t il_current_task(void)
{
    SWIFT void *(*get)(void) = IL_REAL(swift_task_getCurrent);
    void *task = get ? get() : NULL;
    return task ? il_task_of_job(task) : 0;
}

// MARK: the first job of the program

struct il_item *il_begin_main_job(void *job, void *executor)
{
    SWIFT struct il_executor (*main_executor)(void) = IL_REAL(swift_task_getMainExecutor);
    if (!il_recording() || !main_executor || !executor || executor != main_executor().identity) return NULL;
    uint64_t task = il_task_of_job(job);
    struct il_item *item = task ? il_item_for_function((void *)interleave_main_queue(), job, NULL, IL_HOW_TASK_JOB, 0, task) : NULL;
    if (item) il_begin_item(item);
    return item;
}

void il_end_main_job(struct il_item *item)
{
    if (!item) return;
    il_leave_actor();
    il_end_item(item);
    free(item);
}

// MARK: making and cancelling tasks

// The creation in progress on this thread: the Swift task's first job may be enqueued before its
// number is known otherwise.
static __thread struct {
    struct il_task_option *options;
    uintptr_t caller, closure, within;
    bool open, is_child;
} creating __attribute__((tls_model("initial-exec")));

static uintptr_t function_of(const void *entry)
{
    return entry ? (uintptr_t)entry + (uintptr_t)(intptr_t) * (const int32_t *)entry : 0;  // an async function pointer: relative
}

static struct il_task_option *option_of_kind(struct il_task_option *option, uintptr_t kind)
{
    while (option && (option->flags & 0xFF) != kind) option = option->next;
    return option;
}

void il_task_was_made(uint64_t task)
{
    if (!creating.open || !task) return;
    creating.open = false;
    struct il_made_task made = {il_current_task(), creating.caller, creating.closure, creating.within, creating.is_child ? 0 : NOT_A_CHILD};
    il_write_place(IL_TASK_CREATED, made.detail, task, made.parent, made.caller, made.closure, made.within);
    il_know_task(task, made);
    struct il_task_option *option = option_of_kind(creating.options, IL_OPTION_NAME);
    const char *name = option ? (const char *)option->value : NULL;
    if (name) il_define_text(task, IL_TASK_CREATED, name, strlen(name));
}

// An async function pointer of the program: in its data, with the distance to the function and the
// size of a frame of it.
static bool is_function_of_program(uintptr_t pointer)
{
    enum { LARGEST_FRAME = 1 << 20 };
    if (!pointer || (pointer & 3) || !il_is_data_of_program(pointer)) return false;
    return ((const uint32_t *)pointer)[1] < LARGEST_FRAME && il_module_of(function_of((const void *)pointer)) == IL_PROGRAM;
}

// If the closure's type is not the one that `Task` needs, the compiler puts a thunk around it. The
// thunk has then captured the program's closure, after the object's header and the thunk's types.
// Other closures capture functions too. Only names identify a thunk, so both functions are
// recorded, and the reader, which has the names, decides.
static uintptr_t function_within(const uintptr_t *captured)
{
    enum { HEADER = 2, TYPES = 2 };
    for (int index = HEADER; captured && index <= HEADER + TYPES; index++) {
        if (is_function_of_program(captured[index])) return function_of((const void *)captured[index]);
    }
    return 0;
}

// The program's closure, unwrapped.
static uintptr_t closure_of(const void *entry, const void *captured)
{
    uintptr_t within = function_within(captured);
    return within ? within : function_of(entry);
}

static bool begin_creation(bool is_child, struct il_task_option *options, const void *entry, const void *captured, void *return_address)
{
    if (!il_recording() || !il_called_by_program(return_address)) return false;
    creating.options = options;
    creating.caller = (uintptr_t)return_address;
    creating.closure = function_of(entry);
    creating.within = function_within(captured);
    creating.is_child = is_child || option_of_kind(options, IL_OPTION_GROUP);
    creating.open = true;
    return true;
}

SWIFT IL_EXPORT struct il_task_and_context swift_task_create(
    size_t flags, struct il_task_option *options, const void *type, const void *entry, void *closure)
{
    if (il_controlled()) {
        il_check_executor_hooks_for_creation(__builtin_frame_address(0));
        options = il_begin_controlled_creation((struct il_creation){
            (uintptr_t)__builtin_return_address(0), closure_of(entry, closure), options, flags & FLAG_IS_CHILD});
        struct il_task_and_context made = il_inherits()
            ? il_create_inheriting((struct il_task_creation){flags, options, type, entry, closure})
            : IL_REAL(swift_task_create)(flags, options, type, entry, closure);
        il_end_controlled_creation(made.task);
        return made;
    }
    bool seen = begin_creation(flags & FLAG_IS_CHILD, options, entry, closure, __builtin_return_address(0));
    struct il_task_and_context made = IL_REAL(swift_task_create)(flags, options, type, entry, closure);
    // A Swift task whose first job was submitted has been recorded then, and may be gone by now.
    if (seen && creating.open) il_task_was_made(il_task_of_job(made.task));
    creating.open = false;
    return made;
}

SWIFT IL_EXPORT void swift_asyncLet_begin(
    void *let, struct il_task_option *options, const void *type, const void *entry, void *closure, void *buffer)
{
    if (il_controlled()) {
        il_check_executor_hooks((uintptr_t)__builtin_return_address(0));
        options = il_begin_controlled_creation((struct il_creation){
            (uintptr_t)__builtin_return_address(0), closure_of(entry, closure), options, true});
        IL_REAL(swift_asyncLet_begin)(let, options, type, entry, closure, buffer);
        il_end_controlled_creation(NULL);
        return;
    }
    begin_creation(true, options, entry, closure, __builtin_return_address(0));
    IL_REAL(swift_asyncLet_begin)(let, options, type, entry, closure, buffer);
    creating.open = false;
}

static void note_cancellation(void *task, void *caller)
{
    if (il_recording() && il_called_by_program(caller)) il_write(IL_TASK_CANCELLED, 0, il_task_of_job(task), 0);
}

SWIFT IL_EXPORT void swift_task_cancel(void *task)
{
    note_cancellation(task, __builtin_return_address(0));
    IL_REAL(swift_task_cancel)(task);
}

// `Task.cancel()`: it jumps to `swift_task_cancel` inside its own library, where no other definition is used.
SWIFT IL_EXPORT void $sScT6cancelyyF(void *task, void *success, void *failure, void *error)
{
    note_cancellation(task, __builtin_return_address(0));
    IL_REAL($sScT6cancelyyF)(task, success, failure, error);
}
