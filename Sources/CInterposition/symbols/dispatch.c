// libdispatch's calls that submit work: async, sync, barriers, groups, after, apply. Each records
// and then calls the real function.
#include "explorer/dispatch-calls.h"
#include "explorer/foundation/controlled-operations.h"
#include "explorer/swift/swift-tasks.h"
#include "explorer/swift/task-values.h"
#include "recorder/swift-tasks.h"
#include "symbols/queues.h"
#include "symbols/sleeps.h"
#include "symbols/work-items.h"

#include <stdlib.h>
#include <time.h>

void dispatch_async(void *queue, void *block);
void dispatch_async_f(void *queue, void *context, void (*function)(void *));
void dispatch_barrier_async(void *queue, void *block);
void dispatch_barrier_async_f(void *queue, void *context, void (*function)(void *));
void dispatch_sync(void *queue, void *block);
void dispatch_sync_f(void *queue, void *context, void (*function)(void *));
void dispatch_barrier_sync(void *queue, void *block);
void dispatch_barrier_sync_f(void *queue, void *context, void (*function)(void *));
void dispatch_async_and_wait(void *queue, void *block);
void dispatch_async_and_wait_f(void *queue, void *context, void (*function)(void *));
void dispatch_barrier_async_and_wait(void *queue, void *block);
void dispatch_barrier_async_and_wait_f(void *queue, void *context, void (*function)(void *));
void dispatch_group_async(void *group, void *queue, void *block);
void dispatch_group_async_f(void *group, void *queue, void *context, void (*function)(void *));
void dispatch_group_notify(void *group, void *queue, void *block);
void dispatch_group_notify_f(void *group, void *queue, void *context, void (*function)(void *));
void dispatch_after(uint64_t when, void *queue, void *block);
void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *));
void dispatch_apply(size_t iterations, void *queue, void *block);
void dispatch_apply_f(size_t iterations, void *queue, void *context, void (*function)(void *, size_t));
void *dispatch_get_global_queue(long identifier, unsigned long flags);

// MARK: what libraries submit

// In a real run it is ordered as the program's own items are, and not recorded.
static void run_item_of_library(void *context)
{
    struct il_item *item = context;
    IL_ACQUIRED(item);
    IL_ACQUIRED(item->queue);
    if (item->block) il_call_block(item->block);
    else item->function(item->context);
    IL_RELEASED(item->queue);
    IL_RELEASED(IL_ALL_ITEMS);
    if (item->block) _Block_release(item->block);
    free(item);
}

// NULL: it is submitted as it is. (A work item must keep its identity.)
static struct il_item *item_of_library(void *queue, void *block, void *context, void (*function)(void *))
{
    struct il_item *item = block && il_is_work_item(block) ? NULL : calloc(1, sizeof *item);
    if (!item) {
        IL_RELEASED(queue);
        return NULL;
    }
    item->queue = queue;
    item->block = block ? _Block_copy(block) : NULL;
    item->context = context;
    item->function = function;
    IL_RELEASED(item);
    return item;
}

// MARK: shared parts of two calls of a kind

// An asynchronous call of the form f(queue, block). A private block keeps its identity through the
// table; a plain one is wrapped.
#define ASYNC_BLOCK(real_block, real_function, how, extra, ...)                                                         \
    do {                                                                                                                \
        uintptr_t caller;                                                                                               \
        if (il_controlled() && (caller = IL_CALLER())) {                                                                \
            il_control_block(how, queue, block, extra, caller);                                                         \
            return;                                                                                                     \
        }                                                                                                               \
        if (il_controlled() && il_self.operating && il_operate_async(how, queue, block, extra)) return;                 \
        if (!il_recording() || !(caller = IL_CALLER())) {                                                               \
            struct il_item *own = IL_UNLIKELY(il_chaos != NULL) ? item_of_library(queue, block, NULL, NULL) : NULL;     \
            if (own) IL_REAL(real_function)(__VA_ARGS__ queue, own, run_item_of_library);                               \
            else IL_REAL(real_block)(__VA_ARGS__ queue, block);                                                         \
            return;                                                                                                     \
        }                                                                                                               \
        if (il_is_work_item(block)) {                                                                                   \
            struct il_work *work = il_work_of(block);                                                                   \
            if (work) il_work_enqueued(work, queue, how, caller, extra);                                                \
            il_enter();                                                                                                 \
            IL_REAL(real_block)(__VA_ARGS__ queue, block);                                                              \
            il_leave();                                                                                                 \
            return;                                                                                                     \
        }                                                                                                               \
        struct il_item *item = il_item_for_block(queue, block, how, caller, extra);                                     \
        il_enter();                                                                                                     \
        if (item) IL_REAL(real_function)(__VA_ARGS__ queue, item, il_run_and_free_item);                                \
        else IL_REAL(real_block)(__VA_ARGS__ queue, block);                                                             \
        il_leave();                                                                                                     \
    } while (0)

#define ASYNC_FUNCTION(real_function, how, extra, ...)                                                                  \
    do {                                                                                                                \
        uintptr_t caller;                                                                                               \
        struct il_item *item;                                                                                           \
        if (il_controlled() && (caller = IL_CALLER())) {                                                                \
            il_control_function(how, queue, context, function, extra, caller);                                          \
            return;                                                                                                     \
        }                                                                                                               \
        if (!il_recording() || !(caller = IL_CALLER()) ||                                                               \
            !(item = il_item_for_function(queue, context, function, how, caller, extra))) {                             \
            struct il_item *own = IL_UNLIKELY(il_chaos != NULL) ? item_of_library(queue, NULL, context, function) : NULL; \
            if (own) IL_REAL(real_function)(__VA_ARGS__ queue, own, run_item_of_library);                               \
            else IL_REAL(real_function)(__VA_ARGS__ queue, context, function);                                          \
            return;                                                                                                     \
        }                                                                                                               \
        il_enter();                                                                                                     \
        IL_REAL(real_function)(__VA_ARGS__ queue, item, il_run_and_free_item);                                          \
        il_leave();                                                                                                     \
    } while (0)

// A call that returns only when the item has run: the item lives on the caller's stack.
#define SYNC(real_block, real_function, is_block, how, ...)                                                             \
    do {                                                                                                                \
        uintptr_t caller;                                                                                               \
        if (il_controlled() && (caller = IL_CALLER())) {                                                                \
            il_control_sync(how, queue, block, context, function, caller);                                              \
            return;                                                                                                     \
        }                                                                                                               \
        if (!il_recording() || !(caller = IL_CALLER())) {                                                               \
            IL_RELEASED(queue);                                                                                         \
            IL_REAL(real_block)(queue, __VA_ARGS__);                                                                    \
            IL_ACQUIRED(queue);                                                                                         \
            return;                                                                                                     \
        }                                                                                                               \
        struct il_work *work;                                                                                           \
        if (is_block && il_is_work_item(block)) {                                                                       \
            if ((work = il_work_of(block))) il_work_enqueued(work, queue, (how) | IL_CALLER_WAITS, caller, 0);          \
            il_enter();                                                                                                 \
            IL_REAL(real_block)(queue, __VA_ARGS__);                                                                    \
            il_leave();                                                                                                 \
            IL_ACQUIRED(IL_ALL_ITEMS);                                                                                  \
            return;                                                                                                     \
        }                                                                                                               \
        il_know_queue(queue);                                                                                           \
        struct il_item item = {                                                                                         \
            .id = il_new_item_on(queue), .queue = queue, .detail = (how) | IL_CALLER_WAITS, .block = block,             \
            .function = function, .context = context,                                                                   \
        };                                                                                                              \
        uintptr_t closure = is_block ? il_closure_of_block(block) : (uintptr_t)function;                                \
        il_write_place(IL_ITEM_ENQUEUED, item.detail, item.id, (uint64_t)queue, caller, closure, 0);                    \
        il_enter();                                                                                                     \
        IL_REAL(real_function)(queue, &item, il_run_item);                                                              \
        il_leave();                                                                                                     \
        IL_ACQUIRED(item.id);                                                                                           \
    } while (0)

#define SYNC_BLOCK(real_block, real_function, how)                                                                      \
    void *context = NULL;                                                                                               \
    void (*function)(void *) = NULL;                                                                                    \
    SYNC(real_block, real_function, true, how, block)

#define SYNC_FUNCTION(real_function, how)                                                                               \
    void *block = NULL;                                                                                                 \
    SYNC(real_function, real_function, false, how, context, function)

// MARK: async

IL_EXPORT void dispatch_async(void *queue, void *block) { ASYNC_BLOCK(dispatch_async, dispatch_async_f, IL_HOW_ASYNC, 0, ); }

// The Swift runtime submits its jobs here: a Swift task, or an actor's turn. Only the former is an
// item; in both a Swift task may be on an actor.
static void run_job(void *context)
{
    struct il_item *item = context;
    struct il_depth depth = il_step_out();
    IL_ACQUIRED(item);
    if (item->id) {
        il_recall_task(il_task_of_job(item->context));
        il_begin_item(item);
    }
    item->function(item->context);
    il_leave_actor();
    if (item->id) il_end_item(item);
    il_step_back(depth);
    free(item);
}

static bool enqueue_job(void *queue, void *context, void (*function)(void *))
{
    uint64_t task = il_task_of_job(context);
    il_task_was_made(task);
    struct il_item *item;
    if (task) {
        item = il_item_for_function(queue, context, function, IL_HOW_TASK_JOB, 0, task);
    } else if ((item = calloc(1, sizeof *item))) {
        item->function = function;
        item->context = context;
    }
    if (!item) return false;
    IL_RELEASED(item);
    il_enter();
    IL_REAL(dispatch_async_f)(queue, item, run_job);
    il_leave();
    return true;
}

IL_EXPORT void dispatch_async_f(void *queue, void *context, void (*function)(void *))
{
    if (il_keeps_job(queue, context)) return;
    bool is_job = (il_recording() || il_controlled()) && il_module_of((uintptr_t)__builtin_return_address(0)) == IL_CONCURRENCY;
    if (is_job && il_controlled()) {
        il_control_job(queue, context, 0, IL_HOW_ASYNC);
        return;
    }
    if (is_job && enqueue_job(queue, context, function)) return;
    ASYNC_FUNCTION(dispatch_async_f, IL_HOW_ASYNC, 0, );
}

IL_EXPORT void dispatch_barrier_async(void *queue, void *block)
{
    ASYNC_BLOCK(dispatch_barrier_async, dispatch_barrier_async_f, IL_HOW_ASYNC | IL_BARRIER, 0, );
}

IL_EXPORT void dispatch_barrier_async_f(void *queue, void *context, void (*function)(void *))
{
    ASYNC_FUNCTION(dispatch_barrier_async_f, IL_HOW_ASYNC | IL_BARRIER, 0, );
}

// MARK: sync

IL_EXPORT void dispatch_sync(void *queue, void *block) { SYNC_BLOCK(dispatch_sync, dispatch_sync_f, IL_HOW_SYNC); }

IL_EXPORT void dispatch_sync_f(void *queue, void *context, void (*function)(void *)) { SYNC_FUNCTION(dispatch_sync_f, IL_HOW_SYNC); }

IL_EXPORT void dispatch_barrier_sync(void *queue, void *block)
{
    SYNC_BLOCK(dispatch_barrier_sync, dispatch_barrier_sync_f, IL_HOW_SYNC | IL_BARRIER);
}

IL_EXPORT void dispatch_barrier_sync_f(void *queue, void *context, void (*function)(void *))
{
    SYNC_FUNCTION(dispatch_barrier_sync_f, IL_HOW_SYNC | IL_BARRIER);
}

IL_EXPORT void dispatch_async_and_wait(void *queue, void *block)
{
    SYNC_BLOCK(dispatch_async_and_wait, dispatch_async_and_wait_f, IL_HOW_ASYNC_AND_WAIT);
}

IL_EXPORT void dispatch_async_and_wait_f(void *queue, void *context, void (*function)(void *))
{
    SYNC_FUNCTION(dispatch_async_and_wait_f, IL_HOW_ASYNC_AND_WAIT);
}

IL_EXPORT void dispatch_barrier_async_and_wait(void *queue, void *block)
{
    SYNC_BLOCK(dispatch_barrier_async_and_wait, dispatch_barrier_async_and_wait_f, IL_HOW_ASYNC_AND_WAIT | IL_BARRIER);
}

IL_EXPORT void dispatch_barrier_async_and_wait_f(void *queue, void *context, void (*function)(void *))
{
    SYNC_FUNCTION(dispatch_barrier_async_and_wait_f, IL_HOW_ASYNC_AND_WAIT | IL_BARRIER);
}

// MARK: work of groups

IL_EXPORT void dispatch_group_async(void *group, void *queue, void *block)
{
    ASYNC_BLOCK(dispatch_group_async, dispatch_group_async_f, IL_HOW_ASYNC | IL_IN_GROUP, (uint64_t)group, group, );
}

IL_EXPORT void dispatch_group_async_f(void *group, void *queue, void *context, void (*function)(void *))
{
    ASYNC_FUNCTION(dispatch_group_async_f, IL_HOW_ASYNC | IL_IN_GROUP, (uint64_t)group, group, );
}

IL_EXPORT void dispatch_group_notify(void *group, void *queue, void *block)
{
    ASYNC_BLOCK(dispatch_group_notify, dispatch_group_notify_f, IL_HOW_GROUP_NOTIFY, (uint64_t)group, group, );
}

IL_EXPORT void dispatch_group_notify_f(void *group, void *queue, void *context, void (*function)(void *))
{
    ASYNC_FUNCTION(dispatch_group_notify_f, IL_HOW_GROUP_NOTIFY, (uint64_t)group, group, );
}

// MARK: after

// Nanoseconds from now until a dispatch_time_t. Its two highest bits name the clock: 0 the one that
// stops while the machine sleeps, 2 the one that does not, 3 the wall clock, whose time is a
// negative number.
uint64_t il_timeout_from_now(uint64_t time)
{
    if (time == IL_FOREVER || time == 0) return time;
    uint64_t which = time >> 62;
    int64_t moment = which == 3 ? -(int64_t)time : (int64_t)(time & (~0ull >> 2)), present;
    if (il_controlled()) present = (int64_t)il_control_now(NULL);
    else {
        struct timespec now;
        clock_gettime(which == 3 ? CLOCK_REALTIME : which == 2 ? CLOCK_BOOTTIME : CLOCK_MONOTONIC, &now);
        present = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    return moment > present ? (uint64_t)(moment - present) : 0;
}

IL_EXPORT void dispatch_after(uint64_t when, void *queue, void *block)
{
    if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_sleeps(il_timeout_from_now(when));
    ASYNC_BLOCK(dispatch_after, dispatch_after_f, IL_HOW_AFTER, il_timeout_from_now(when), when, );
}

IL_EXPORT void dispatch_after_f(uint64_t when, void *queue, void *context, void (*function)(void *))
{
    if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_sleeps(il_timeout_from_now(when));
    if (il_controlled() && il_module_of((uintptr_t)__builtin_return_address(0)) == IL_CONCURRENCY) {
        il_control_job(queue, context, il_timeout_from_now(when), IL_HOW_AFTER);
        return;
    }
    ASYNC_FUNCTION(dispatch_after_f, IL_HOW_AFTER, il_timeout_from_now(when), when, );
}

// MARK: apply

// Up to this many iterations are recorded as enqueued one by one; beyond that, only their begins
// and ends.
enum { APPLY_ENQUEUED = 4096 };

struct apply {
    uint64_t first;
    void *queue, *block, *context;
    void (*function)(void *, size_t);
    uintptr_t caller, closure;
    bool enqueued;
};

static void run_iteration(void *context, size_t index)
{
    struct apply *apply = context;
    struct il_depth depth = il_step_out();
    IL_ACQUIRED(apply);
    if (il_recording()) {
        if (apply->enqueued) il_write(IL_ITEM_BEGAN, IL_HOW_APPLY, apply->first + index, (uint64_t)apply->queue);
        else il_write_place(IL_ITEM_BEGAN, IL_HOW_APPLY, apply->first + index, (uint64_t)apply->queue, apply->caller, apply->closure, 0);
    }
    if (apply->block) ((void (*)(void *, size_t))(void *)((struct il_block *)apply->block)->invoke)(apply->block, index);
    else apply->function(apply->context, index);
    if (il_recording()) il_write(IL_ITEM_ENDED, IL_HOW_APPLY, apply->first + index, (uint64_t)apply->queue);
    IL_RELEASED((uintptr_t)apply + 1);
    il_step_back(depth);
}

static void apply_iterations(struct apply *apply, size_t iterations)
{
    void *shown = apply->queue ? apply->queue : IL_REAL(dispatch_get_global_queue)(0, 0);  // NULL: "the queue that fits best"
    void *real_queue = apply->queue;
    apply->queue = shown;
    il_know_queue(shown);
    apply->first = il_new_item_on(shown);
    il_self.items += iterations;
    apply->enqueued = iterations <= APPLY_ENQUEUED;
    for (size_t index = 0; apply->enqueued && index < iterations; index++) {
        il_write_place(IL_ITEM_ENQUEUED, IL_HOW_APPLY, apply->first + index, (uint64_t)shown, apply->caller, apply->closure, 0);
    }
    IL_RELEASED(apply);
    il_enter();
    IL_REAL(dispatch_apply_f)(iterations, real_queue, apply, run_iteration);
    il_leave();
    IL_ACQUIRED((uintptr_t)apply + 1);
}

IL_EXPORT void dispatch_apply(size_t iterations, void *queue, void *block)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_control_apply(iterations, queue, block, NULL, NULL, caller);
        return;
    }
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_apply)(iterations, queue, block);
        return;
    }
    struct apply apply = {.queue = queue, .block = block, .caller = caller, .closure = il_closure_of_block(block)};
    apply_iterations(&apply, iterations);
}

IL_EXPORT void dispatch_apply_f(size_t iterations, void *queue, void *context, void (*function)(void *, size_t))
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_control_apply(iterations, queue, NULL, context, function, caller);
        return;
    }
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_apply_f)(iterations, queue, context, function);
        return;
    }
    struct apply apply = {.queue = queue, .context = context, .function = function, .caller = caller, .closure = (uintptr_t)function};
    apply_iterations(&apply, iterations);
}
