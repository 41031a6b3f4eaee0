// Swift tasks under the explorer: who is cancelled and who looks whether it is; and task groups, of which those that discard results cancel by themselves.
#define _GNU_SOURCE
#include "concurrency.h"
#include "patches.h"

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

SWIFT static void *(*real_add_handler)(void *handler, void *context);
SWIFT static void *add_handler(void *handler, void *context)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    return real_add_handler(handler, context);
}

SWIFT static void (*real_remove_handler)(void *record);
SWIFT static void remove_handler(void *record)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, IL_ABOVE);
    real_remove_handler(record);
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

static void made_group(size_t flags, void *group)
{
    enum { DISCARDS_RESULTS = 1 << 8 };
    if (!il_controlled()) return;
    il_ask((struct interleave_call){.kind = INTERLEAVE_TASK_GROUP_MADE, .object = (uintptr_t)group, .value = (flags & DISCARDS_RESULTS) != 0});
}

SWIFT static void (*real_make_plain_group)(void *group, void *type);
SWIFT static void make_plain_group(void *group, void *type)
{
    real_make_plain_group(group, type);
    made_group(0, group);
}

SWIFT static void (*real_make_group)(size_t flags, void *group, void *type);
SWIFT static void make_group(size_t flags, void *group, void *type)
{
    real_make_group(flags, group, type);
    made_group(flags, group);
}

SWIFT static void (*real_make_named_group)(size_t flags, void *group, void *type, void *options);
SWIFT static void make_named_group(size_t flags, void *group, void *type, void *options)
{
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
        {"swift_taskGroup_isEmpty", group_is_empty, (void **)&real_group_is_empty},
    };
    return !il_patch_functions("libswift_Concurrency.", patches, sizeof patches / sizeof patches[0]);
}
