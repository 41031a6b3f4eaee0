// Swift tasks under the explorer: who is cancelled and who looks whether it is; and task groups, of which those that discard results cancel by themselves.
#define _GNU_SOURCE
#include "concurrency.h"
#include "patches.h"

#include <string.h>

SWIFT void *swift_task_getCurrent(void);
SWIFT void *swift_task_alloc(size_t size);
SWIFT void swift_task_dealloc(void *memory);

SWIFT static void (*real_cancel)(void *task);
SWIFT static void cancel_task(void *task)
{
    // A child that is added to a cancelled group is so from the first: nobody knows it yet, though one that is gone may have had its address.
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

// A handler as it is given to the runtime in place of the program's. It lies in its task's memory, and the program knows it in place of the runtime's record.
struct handler {
    SWIFT void (*run)(__attribute__((swift_context)) void *context);
    void *context, *task, *record;
};

// When it has been called the runtime marks those that are still to be marked: that is a step of its own.
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
    // What the task has done by now comes before the handler, whoever calls it.
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

// Another child, unless the group is cancelled.
SWIFT static bool (*real_add_pending)(void *group, bool in_any_case);
SWIFT static bool add_pending(void *group, bool in_any_case)
{
    if (!in_any_case && il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    return real_add_pending(group, in_any_case);
}

// MARK: groups that keep no results

// A group that a cancelled task makes is cancelled from the first.
static void make_for_task(void)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
}

static void made_group(size_t flags, void *group)
{
    enum { DISCARDS_RESULTS = 1 << 8 };
    if (!il_controlled()) return;
    il_ask((struct interleave_call){.kind = INTERLEAVE_TASK_GROUP_MADE, .object = (uintptr_t)group, .value = (flags & DISCARDS_RESULTS) != 0});
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

// MARK: what the runtime does while it cancels

// Whoever cancels a task does not wait for it, and it may have ended before or not: what the runtime sees of it then orders nothing.
static struct il_code cancelling[3];

bool il_is_cancelling(uintptr_t place)
{
    for (size_t which = 0; which < sizeof cancelling / sizeof cancelling[0]; which++) {
        if (place - cancelling[which].first < cancelling[which].size) return true;
    }
    return false;
}

// How far into a task the runtime keeps whether it is cancelled, and eight bytes behind that what is to be told of it; 0: not known.
static uint8_t status_offset;

// `swift_task_cancel` changes both at once: a locked comparison of sixteen bytes, at a short distance from a register.
static void learn_status(void)
{
#if defined(__x86_64__)
    const uint8_t *code = (const uint8_t *)cancelling[0].first;
    for (size_t at = 0; code && at + 6 < cancelling[0].size; at++) {
        if (memcmp(code + at, "\xF0\x48\x0F\xC7", 4) == 0 && (code[at + 4] & 0xF8) == 0x48) status_offset = code[at + 5];
    }
#endif
}

static void learn_cancelling(void)
{
    static const char *const names[] = {
        "swift_task_cancel", "_ZN5swift23_swift_taskGroup_cancelEPNS_9TaskGroupE",
        "_ZN7__swift9__runtime4llvm12function_refIFvN5swift16ActiveTaskStatusEEE11callback_fnIZL21swift_task_cancelImplPNS3_9AsyncTaskEE3$_0EEvlS4_"};
    for (size_t which = 0; which < sizeof names / sizeof names[0]; which++) {
        il_private_function("libswift_Concurrency.", names[which], &cancelling[which]);
    }
    learn_status();
}

// A task has just been marked as cancelled: it and others may notice before its handlers are called and its children are marked, where it has any; or
// before the next one is marked, if somebody else was cancelled and it with him.
void il_told_of_cancellation(uintptr_t task, uintptr_t place, uintptr_t caller)
{
    if (il_is_in_controlled_creation()) return;
    bool is_itself = place - cancelling[0].first < cancelling[0].size;
    bool has_records = !status_offset || *(void **)(task + status_offset + 8);
    if (is_itself && !has_records) return;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_TASK_MARKED, .object = task, .caller = caller, .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(), .value = has_records});
}

// So is a group, before its children are.
SWIFT static bool (*real_mark_group)(void *group);
SWIFT static bool mark_group(void *group)
{
    bool was_marked = real_mark_group(group);
    if (il_controlled() && il_is_cancelling((uintptr_t)__builtin_return_address(0))) il_ask_as_task(INTERLEAVE_TASK_MARKED, 0, IL_ABOVE);
    return was_marked;
}

bool il_control_cancellation(void)
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
        {"_ZN5swift9TaskGroup12statusCancelEv", mark_group, (void **)&real_mark_group},
        {"swift_taskGroup_isEmpty", group_is_empty, (void **)&real_group_is_empty},
    };
    if (il_patch_functions("libswift_Concurrency.", patches, sizeof patches / sizeof patches[0])) return false;
    learn_cancelling();
    return true;
}
