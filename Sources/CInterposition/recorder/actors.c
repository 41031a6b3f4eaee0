// Swift actors: when a Swift task is on one.
//
// The runtime keeps an actor's queue to itself, and a Swift task that finds the actor free continues
// immediately, on the same thread. So we observe the hop: the compiler calls `swift_task_switch`
// with the target executor and the function to continue with. That function is replaced by one of
// ours, which the runtime calls when the Swift task really runs on the actor: there the item begins.
// It ends when the Swift task hops away, waits, or ends. That is always before the runtime gives the
// actor to another one, so that two items of one actor never overlap. (A Swift task that ends does
// so without a hop, in a function of the runtime to which its outermost frame returns:
// task-endings.c replaces it.)
//
// The runtime's own functions hop too: `Task.yield()`, `Task.sleep(for:)` and the `next()` of a
// stream leave the actor of their caller. They call `swift_task_switch` inside their library, where
// no other definition is used. So these functions are changed in place, if that is possible
// (patches.c): both kinds of calls lead to the functions here.
//
// The end of an item is also kept with its actor, and the next item begins no earlier: the clocks of
// two processors can differ by some nanoseconds, and a clock can be read before the instructions
// ahead of it are done.
//
// A Swift task stays on one thread during its item on an actor, so the open item is kept with the
// thread. The continuation of a Swift task is kept by task: a Swift task waits at one place at a
// time.
#define _GNU_SOURCE
#include "explorer/swift/swift-tasks.h"
#include "program/modules.h"
#include "program/patches.h"
#include "program/runtime-functions.h"
#include "program/swift-values.h"
#include "recorder/chaos.h"
#include "recorder/swift-tasks.h"
#include "symbols/queues.h"

#include <sched.h>
#include <stdlib.h>

SWIFT void swift_defaultActor_initialize(void *actor);
SWIFT void swift_defaultActor_destroy(void *actor);
SWIFT void *swift_task_getCurrent(void);
ASYNC void swift_task_switch(CONTEXT, resume_function resume, void *identity, uintptr_t implementation);
ASYNC void swift_task_future_wait(void *result, CONTEXT, void *task, resume_function resume, void *frame);
ASYNC void swift_task_future_wait_throwing(void *result, CONTEXT, void *task, resume_function resume, void *frame);
ASYNC void swift_taskGroup_wait_next_throwing(void *result, CONTEXT, void *group, resume_function resume, void *frame);
ASYNC void swift_taskGroup_waitAll(
    void *result, CONTEXT, void *group, void *error, resume_function resume, void *frame);
ASYNC void swift_asyncLet_get(CONTEXT, void *let, void *buffer, resume_function resume, void *frame);
ASYNC void swift_asyncLet_get_throwing(CONTEXT, void *let, void *buffer, resume_function resume, void *frame);
ASYNC void swift_asyncLet_finish(CONTEXT, void *let, void *buffer, resume_function resume, void *frame);
ASYNC void swift_continuation_await(void *continuation);

// The continuation of a Swift task, and the item that begins then (0: none).
struct pending {
    struct pending *next;
    void *task;
    resume_function resume;
    uint64_t item;
    void *actor;
    bool comes_back;
};

enum { BUCKETS = 1024 };
static struct pending *pending[BUCKETS];
static atomic_flag pending_lock = ATOMIC_FLAG_INIT;

static void lock_pending(void)
{
    while (atomic_flag_test_and_set_explicit(&pending_lock, memory_order_acquire)) sched_yield();
}

static void unlock_pending(void) { atomic_flag_clear_explicit(&pending_lock, memory_order_release); }

static struct pending **bucket_of(const void *task) { return &pending[((uintptr_t)task >> 4) * 0x9E3779B97F4A7C15ull >> 54]; }

static struct pending *entry_of(const void *task)
{
    struct pending *entry = *bucket_of(task);
    while (entry && entry->task != task) entry = entry->next;
    return entry;
}

// A Swift task waits at one place at a time. So an entry that it still has is out of date, and is
// used again. (After a wait for a continuation the runtime does not always go the way that was
// remembered: it continues at the place that it knew before.)
static bool remember(void *task, resume_function resume, uint64_t item, void *actor, bool comes_back)
{
    lock_pending();
    struct pending *entry = entry_of(task);
    struct pending *made = NULL;
    if (!entry) {
        unlock_pending();
        made = entry = malloc(sizeof *entry);
        if (!entry) return false;
        lock_pending();
    }
    struct pending **bucket = bucket_of(task);
    *entry = (struct pending){made ? *bucket : entry->next, task, resume, item, actor, comes_back};
    if (made) *bucket = made;
    unlock_pending();
    return true;
}

static struct pending take(void *task)
{
    struct pending found = {0};
    lock_pending();
    struct pending **link = bucket_of(task);
    while (*link && (*link)->task != task) link = &(*link)->next;
    struct pending *entry = *link;
    if (entry) {
        found = *entry;
        *link = entry->next;
    }
    unlock_pending();
    free(entry);
    return found;
}

// MARK: the actors that are known

// Actors that were made while recording, by address. (An actor made earlier, or one with a custom
// executor, is not shown as a lane.) An actor is in one of two buckets. If both are full, it is not
// shown, and the record of its creation counts as lost.
enum { BUCKETS_OF_ACTORS = 8192, WAYS = 8 };
static struct bucket {
    _Atomic(void *) actors[WAYS];
    _Atomic uint64_t last_ends[WAYS];  // when the last item on it ended
} known[BUCKETS_OF_ACTORS] __attribute__((aligned(64)));

struct way {
    _Atomic(void *) *actor;
    _Atomic uint64_t *last_end;
};

static struct way find(const void *actor, const void *content)
{
    uint64_t hash = ((uintptr_t)actor >> 4) * 0x9E3779B97F4A7C15ull;
    const uint64_t places[] = {hash >> 51, (hash >> 38) % BUCKETS_OF_ACTORS};
    for (int place = 0; place < 2; place++) {
        struct bucket *bucket = &known[places[place]];
        for (int way = 0; way < WAYS; way++) {
            if (atomic_load_explicit(&bucket->actors[way], memory_order_relaxed) == content) {
                return (struct way){&bucket->actors[way], &bucket->last_ends[way]};
            }
        }
    }
    return (struct way){NULL, NULL};
}

static struct way way_of(const void *actor) { return actor ? find(actor, actor) : (struct way){NULL, NULL}; }

static bool add_actor(void *actor)
{
    if (way_of(actor).actor) return true;
    for (struct way way = find(actor, NULL); way.actor; way = find(actor, NULL)) {
        void *empty = NULL;
        if (atomic_compare_exchange_strong(way.actor, &empty, actor)) return true;
    }
    return false;
}

SWIFT IL_EXPORT void swift_defaultActor_initialize(void *actor)
{
    IL_REAL(swift_defaultActor_initialize)(actor);
    if (!il_recording() || !il_called_by_program(__builtin_return_address(0))) return;
    il_enter();
    char name[256];
    size_t length = il_type_name(*(void **)actor, name, sizeof name - 1);
    name[length] = 0;
    if (il_choice.left_out & IL_CHOICE_ACTORS || !il_is_chosen_name(IL_QUEUE_ACTOR, name, length)) {
        // Without an entry in the table, nothing of it is recorded.
    } else if (add_actor(actor)) {
        il_define_queue((uint64_t)actor, 0, IL_QUEUE_ACTOR, name);
    } else {
        il_count_lost(1);
    }
    il_leave();
}

SWIFT IL_EXPORT void swift_defaultActor_destroy(void *actor)
{
    struct way way = way_of(actor);
    if (way.actor) atomic_store_explicit(way.actor, NULL, memory_order_relaxed);
    IL_REAL(swift_defaultActor_destroy)(actor);
}

// MARK: items on actors

// The item that runs on an actor on this thread now.
static __thread struct {
    uint64_t item;
    void *actor;
    _Atomic uint64_t *last_end;
    uint32_t recording;  // the recording in which it began
} on_actor __attribute__((tls_model("initial-exec")));

static void begin_on_actor(uint64_t item, void *actor)
{
    uint64_t now = il_now(), last = 0;
    on_actor.last_end = way_of(actor).last_end;
    if (on_actor.last_end) last = atomic_load_explicit(on_actor.last_end, memory_order_relaxed);
    il_write_at(now > last ? now : last, IL_ITEM_BEGAN, IL_HOW_ACTOR_JOB, item, (uint64_t)actor);
    on_actor.item = item;
    on_actor.actor = actor;
    on_actor.recording = il_self.recording;
}

static void forget_actor(void)
{
    on_actor.item = 0;
    on_actor.actor = NULL;
}

void il_leave_actor(void)
{
    if (!on_actor.item) return;
    if (il_recording() && on_actor.recording == il_self.recording) {
        uint64_t now = il_now();
        il_write_at(now, IL_ITEM_ENDED, IL_HOW_ACTOR_JOB, on_actor.item, (uint64_t)on_actor.actor);
        if (on_actor.last_end) atomic_store_explicit(on_actor.last_end, now, memory_order_relaxed);
    }
    forget_actor();
}

// Whether a hop is recorded. While nothing is recorded, a Swift task leaves its actor unseen: its
// item is forgotten here, so that its end is not written later, when the recording goes on.
static bool sees_hops(void)
{
    if (il_recording()) return true;
    if (IL_UNLIKELY(on_actor.item) && !atomic_load_explicit(&il_current, memory_order_relaxed)) forget_actor();
    return false;
}

// MARK: coming to an actor

static uint64_t enqueue_on_actor(void *actor)
{
    uint64_t item = il_new_item(), task = il_current_task();
    il_recall_task(task);
    il_write_place(IL_ITEM_ENQUEUED, IL_HOW_ACTOR_JOB, item, (uint64_t)actor, 0, 0, task);
    return item;
}

// Called by the runtime where it would have called the Swift task's own code.
ASYNC static void resumed(CONTEXT, __attribute__((swift_context)) void *error)
{
    struct pending entry = take(IL_REAL(swift_task_getCurrent)());
    if (entry.actor && sees_hops()) {
        il_leave_actor();
        // While it waited for something else, it was not queued on the actor: it is enqueued when
        // it returns.
        begin_on_actor(entry.comes_back ? enqueue_on_actor(entry.actor) : entry.item, entry.actor);
        il_watch_ending(context);
    }
    __attribute__((musttail)) return entry.resume(context, error);
}

// MARK: hops and waits

// The runtime's own code of a function that was changed in place; else the function.
#define ORIGINAL(name) (original_##name ? original_##name : IL_REAL(name))
#define AWAITS(object) do { if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_will_acquire((uintptr_t)(object)); } while (0)
#define CHANGED(name)                      \
    static __typeof__(&name) original_##name; \
    extern __typeof__(name) il_##name __attribute__((alias(#name), visibility("hidden")));
CHANGED(swift_task_switch)
CHANGED(swift_task_future_wait)
CHANGED(swift_task_future_wait_throwing)
CHANGED(swift_taskGroup_wait_next_throwing)
CHANGED(swift_taskGroup_waitAll)
CHANGED(swift_continuation_await)

void il_watch_actors(void)
{
#define CHANGE(name) {#name, (void *)il_##name, (void **)&original_##name}
    static const struct il_patch patches[] = {
        CHANGE(swift_task_switch), CHANGE(swift_task_future_wait), CHANGE(swift_task_future_wait_throwing),
        CHANGE(swift_taskGroup_wait_next_throwing), CHANGE(swift_taskGroup_waitAll), CHANGE(swift_continuation_await),
    };
    static atomic_flag lock = ATOMIC_FLAG_INIT;
    static bool is_done;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
    // Where that is impossible, an item can end late: the reader then ends it when the next begins.
    if (!is_done && IL_REAL(swift_task_switch)) (void)il_patch_functions(IL_RUNTIME, patches, sizeof patches / sizeof patches[0]);
    is_done = true;
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

ASYNC IL_EXPORT void swift_task_switch(CONTEXT, resume_function resume, void *identity, uintptr_t implementation)
{
    if (on_actor.actor != identity && sees_hops()) {
        il_leave_actor();
        void *task = IL_REAL(swift_task_getCurrent)();
        if (task && way_of(identity).actor && remember(task, resume, enqueue_on_actor(identity), identity, false)) resume = resumed;
    }
    __attribute__((musttail)) return ORIGINAL(swift_task_switch)(context, resume, identity, implementation);
}

// Before a call that may suspend the Swift task: it leaves its actor, and returns to it when it
// continues.
static resume_function leave_and_return(enum il_await what, void *awaited, void *context, resume_function resume)
{
    il_note_await(what, context, resume, awaited);
    void *actor = on_actor.actor;
    if (!actor || !sees_hops()) return resume;
    il_leave_actor();
    void *task = IL_REAL(swift_task_getCurrent)();
    return task && remember(task, resume, 0, actor, true) ? resumed : resume;
}

ASYNC IL_EXPORT void swift_task_future_wait(void *result, CONTEXT, void *task, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_TASK, task, context, resume);
    AWAITS(task);
    __attribute__((musttail)) return ORIGINAL(swift_task_future_wait)(result, context, task, resume, frame);
}

ASYNC IL_EXPORT void swift_task_future_wait_throwing(void *result, CONTEXT, void *task, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_TASK, task, context, resume);
    AWAITS(task);
    __attribute__((musttail)) return ORIGINAL(swift_task_future_wait_throwing)(result, context, task, resume, frame);
}

ASYNC IL_EXPORT void swift_taskGroup_wait_next_throwing(void *result, CONTEXT, void *group, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_CHILD, NULL, context, resume);
    AWAITS(IL_ALL_TASKS);
    __attribute__((musttail)) return ORIGINAL(swift_taskGroup_wait_next_throwing)(result, context, group, resume, frame);
}

ASYNC IL_EXPORT void swift_taskGroup_waitAll(
    void *result, CONTEXT, void *group, void *error, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_CHILDREN, NULL, context, resume);
    AWAITS(IL_ALL_TASKS);
    __attribute__((musttail)) return ORIGINAL(swift_taskGroup_waitAll)(result, context, group, error, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_get(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_ASYNC_LET, NULL, context, resume);
    AWAITS(IL_ALL_TASKS);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_get)(context, let, buffer, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_get_throwing(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_ASYNC_LET, NULL, context, resume);
    AWAITS(IL_ALL_TASKS);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_get_throwing)(context, let, buffer, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_finish(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(IL_AWAIT_ASYNC_LET, NULL, context, resume);
    AWAITS(IL_ALL_TASKS);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_finish)(context, let, buffer, resume, frame);
}

// A continuation's resume function is in the continuation itself, where the compiler has put it:
// the second word.
ASYNC IL_EXPORT void swift_continuation_await(void *continuation)
{
    resume_function *resume = (resume_function *)continuation + 1;
    if (il_recording()) *resume = leave_and_return(IL_AWAIT_CONTINUATION, NULL, ((void **)continuation)[0], *resume);
    il_task_waits(continuation);
    AWAITS(il_chaos ? IL_REAL(swift_task_getCurrent)() : NULL);
    __attribute__((musttail)) return ORIGINAL(swift_continuation_await)(continuation);
}

