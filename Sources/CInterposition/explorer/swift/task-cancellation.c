// Cancellation of Swift tasks under the explorer, and the checks for it; and task groups: a group
// that discards results cancels its children without being asked.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/swift/swift-tasks.h"
#include "program/patches.h"
#include "program/private-functions.h"
#include "program/runtime-functions.h"

#include <string.h>

SWIFT void *swift_task_getCurrent(void);
SWIFT void *swift_task_alloc(size_t size);
SWIFT void swift_task_dealloc(void *memory);

// The offset in a Swift task of its status lock; 0: not known yet.
static uintptr_t status_lock_offset;
static uintptr_t to_be_cancelled;

// The runtime acquires the lock of the Swift task that it cancels.
uintptr_t il_status_lock_offset(uintptr_t mutex)
{
    enum { SIZE_OF_TASK = 0x100 };
    if (!status_lock_offset && mutex - to_be_cancelled < SIZE_OF_TASK) status_lock_offset = mutex - to_be_cancelled;
    return status_lock_offset;
}

SWIFT static void (*real_cancel)(void *task);
SWIFT static void cancel_task(void *task)
{
    if (il_controlled()) to_be_cancelled = (uintptr_t)task;
    // A child added to a cancelled group is cancelled from the start. No other task knows it yet,
    // though an earlier Swift task may have had its address.
    if (il_controlled() && !il_is_in_controlled_creation()) il_ask_as_task(INTERLEAVE_TASK_CANCEL, (uintptr_t)task, IL_ABOVE);
    real_cancel(task);
}

SWIFT static void (*real_cancel_all)(void *group);
SWIFT static void cancel_group(void *group)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_GROUP_CANCEL, (uintptr_t)group, IL_ABOVE);
    real_cancel_all(group);
}

SWIFT static bool (*real_is_cancelled)(void *task);
SWIFT static bool is_cancelled(void *task)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, (uintptr_t)task, IL_ABOVE);
    return real_is_cancelled(task);
}

bool interleave_task_is_cancelled(uintptr_t task) { return real_is_cancelled && real_is_cancelled((void *)task); }

// A handler that is given to the runtime in place of the program's. It lies in its Swift task's
// memory, and the program knows it in place of the runtime's record.
struct handler {
    SWIFT void (*run)(__attribute__((swift_context)) void *context);
    void *context, *task, *record;
};

// After the call the runtime marks the remaining Swift tasks: that is a step of its own.
SWIFT static void run_handler(__attribute__((swift_context)) struct handler *handler)
{
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    if (il_controlled()) il_ask((struct interleave_call){.kind = INTERLEAVE_ACQUIRED, .object = (uintptr_t)handler});
    handler->run(handler->context);
    if (il_controlled() && il_is_cancelling(place)) il_ask_as_task(INTERLEAVE_TASK_MARKED, (uintptr_t)handler->task, IL_ABOVE);
}

SWIFT static void *(*real_add_handler)(void *handler, void *context);
SWIFT static void *add_handler(void *run, void *context)
{
    if (!il_controlled()) return real_add_handler(run, context);
    il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    struct handler *handler = IL_REAL(swift_task_alloc)(sizeof *handler);
    *handler = (struct handler){.run = run, .context = context, .task = IL_REAL(swift_task_getCurrent)()};
    // All that the Swift task has done so far comes before the handler, whichever thread calls it.
    il_ask((struct interleave_call){.kind = INTERLEAVE_RELEASED, .object = (uintptr_t)handler});
    handler->record = real_add_handler(run_handler, handler);
    return handler;
}

SWIFT static void (*real_remove_handler)(void *record);
SWIFT static void remove_handler(void *known)
{
    if (!il_controlled()) {
        real_remove_handler(known);
        return;
    }
    struct handler *handler = known;
    il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    real_remove_handler(handler->record);
    IL_REAL(swift_task_dealloc)(handler);
}

SWIFT static bool (*real_group_is_cancelled)(void *group);
SWIFT static bool group_is_cancelled(void *group)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    return real_group_is_cancelled(group);
}

// Adds a child, unless the group is cancelled.
SWIFT static bool (*real_add_pending)(void *group, bool in_any_case);
SWIFT static bool add_pending(void *group, bool in_any_case)
{
    if (!in_any_case && il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    return real_add_pending(group, in_any_case);
}

// MARK: groups that discard results

// A group made by a cancelled Swift task is cancelled from the start.
static void make_for_task(void)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
}

static void made_group(size_t flags, void *group)
{
    enum { DISCARDS_RESULTS = 1 << 8 };
    if (!il_controlled()) return;
    il_ask((struct interleave_call){.kind = INTERLEAVE_TASK_GROUP_CREATED, .object = (uintptr_t)group, .value = (flags & DISCARDS_RESULTS) != 0});
}

SWIFT static void (*real_make_plain_group)(void *group, void *type);
SWIFT static void make_plain_group(void *group, void *type)
{
    make_for_task();
    real_make_plain_group(group, type);
    made_group(0, group);
}

SWIFT static void (*real_make_group)(size_t flags, void *group, void *type);
SWIFT static void make_group(size_t flags, void *group, void *type)
{
    make_for_task();
    real_make_group(flags, group, type);
    made_group(flags, group);
}

SWIFT static void (*real_make_named_group)(size_t flags, void *group, void *type, void *options);
SWIFT static void make_named_group(size_t flags, void *group, void *type, void *options)
{
    make_for_task();
    real_make_named_group(flags, group, type, options);
    made_group(flags, group);
}

// Whether such a group is empty shows how many children have ended.
SWIFT static bool (*real_group_is_empty)(void *group);
SWIFT static bool group_is_empty(void *group)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_GROUP_LOOK, (uintptr_t)group, IL_ABOVE);
    return real_group_is_empty(group);
}

// MARK: the runtime during a cancellation

// A thread that cancels a Swift task does not wait for it, and the Swift task has perhaps
// ended: so what the runtime reads of it orders nothing.
static struct il_code cancelling[3];

bool il_is_cancelling(uintptr_t place)
{
    for (size_t which = 0; which < sizeof cancelling / sizeof cancelling[0]; which++) {
        if (place - cancelling[which].first < cancelling[which].size) return true;
    }
    return false;
}

// The offset in a Swift task of its cancellation status; its status records are eight bytes
// further; 0: not known.
static uint8_t status_offset;

// `swift_task_cancel` changes both in one step: a locked compare-exchange of sixteen bytes, at a
// short distance from a register.
static void learn_status(void)
{
#if defined(__x86_64__)
    const uint8_t *code = (const uint8_t *)cancelling[0].first;
    for (size_t at = 0; code && at + 6 < cancelling[0].size; at++) {
        if (memcmp(code + at, "\xF0\x48\x0F\xC7", 4) == 0 && (code[at + 4] & 0xF8) == 0x48) status_offset = code[at + 5];
    }
#endif
}

// Returns the name that is not found.
static const char *learn_cancelling(void)
{
    static const char *const names[] = {"swift_task_cancel", IL_GROUP_CANCEL, IL_CANCEL_RECORDS};
    for (size_t which = 0; which < sizeof names / sizeof names[0]; which++) {
        if (!il_runtime_function(IL_RUNTIME, names[which], &cancelling[which])) return names[which];
    }
    learn_status();
    return NULL;
}

// A Swift task was just marked as cancelled. Other tasks can observe that before its handlers are
// called and its children are marked, if it has any. They can also observe it before the next one
// is marked, if this one was cancelled together with another.
void il_told_of_cancellation(uintptr_t task, uintptr_t place, uintptr_t caller)
{
    if (il_is_in_controlled_creation()) return;
    bool is_itself = place - cancelling[0].first < cancelling[0].size;
    bool has_records = !status_offset || *(void **)(task + status_offset + 8);
    if (is_itself && !has_records) return;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_TASK_MARKED, .object = task, .caller = caller, .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(), .value = has_records});
}

// A group is marked too, before its children are.
SWIFT static bool (*real_mark_group)(void *group);
SWIFT static bool mark_group(void *group)
{
    bool was_marked = real_mark_group(group);
    if (il_controlled() && il_is_cancelling((uintptr_t)__builtin_return_address(0))) il_ask_as_task(INTERLEAVE_TASK_MARKED, 0, IL_ABOVE);
    return was_marked;
}

const char *il_control_cancellation(void)
{
    static const struct il_patch patches[] = {
        {"swift_task_cancel", cancel_task, (void **)&real_cancel},
        {"swift_taskGroup_cancelAll", cancel_group, (void **)&real_cancel_all},
        {"swift_task_isCancelled", is_cancelled, (void **)&real_is_cancelled},
        {"swift_task_addCancellationHandler", add_handler, (void **)&real_add_handler},
        {"swift_task_removeCancellationHandler", remove_handler, (void **)&real_remove_handler},
        {"swift_taskGroup_isCancelled", group_is_cancelled, (void **)&real_group_is_cancelled},
        {"swift_taskGroup_addPending", add_pending, (void **)&real_add_pending},
        {"swift_taskGroup_initialize", make_plain_group, (void **)&real_make_plain_group},
        {"swift_taskGroup_initializeWithFlags", make_group, (void **)&real_make_group},
        {"swift_taskGroup_initializeWithOptions", make_named_group, (void **)&real_make_named_group},
        {IL_GROUP_MARK, mark_group, (void **)&real_mark_group},
        {"swift_taskGroup_isEmpty", group_is_empty, (void **)&real_group_is_empty},
    };
    const char *missing = learn_cancelling();
    return missing ? missing : il_patch_functions(IL_RUNTIME, patches, sizeof patches / sizeof patches[0]);
}
