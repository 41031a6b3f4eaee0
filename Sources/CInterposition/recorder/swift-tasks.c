// Swift tasks and actors, seen at the calls that the compiler puts into the program.
//
// A Swift task is made by `swift_task_create` (or `swift_asyncLet_begin`). When it can run, the
// runtime submits it to libdispatch as a job: dispatch.c records that as an item of its queue.
// Actors are different: the runtime keeps the actor's queue to itself, and a Swift task that finds
// the actor free continues immediately, on the same thread. So we observe the hop: the compiler
// calls `swift_task_switch` with the target executor and the function to continue with. That
// function is replaced by one of ours, which the runtime calls when the Swift task really runs on
// the actor: there the item begins. It ends when the Swift task hops away, waits, or ends. That is
// always before the runtime gives the actor to another one, so that two items of one actor never
// overlap. (A Swift task that ends does so without a hop, in a function of the runtime to which its
// outermost frame returns: task-endings.c replaces it.)
//
// A Swift task stays on one thread during its item on an actor, so the open item is kept with the
// thread. The continuation of a Swift task is kept by task: a Swift task waits at one place at a
// time.
#define _GNU_SOURCE
#include "explorer/swift/swift-tasks.h"
#include "recorder/wrapped-blocks.h"
#include "program/swift-values.h"
#include "recorder/swift-tasks.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { FLAG_IS_CHILD = 1 << 8, NOT_A_CHILD = 1 };

SWIFT struct il_task_and_context swift_task_create(size_t flags, struct il_task_option *options, const void *type, const void *entry, void *closure);
SWIFT void swift_asyncLet_begin(void *let, struct il_task_option *options, const void *type, const void *entry, void *closure, void *buffer);
SWIFT void swift_defaultActor_initialize(void *actor);
SWIFT void swift_task_cancel(void *task);
SWIFT void $sScT6cancelyyF(void *task, void *success, void *failure, void *error);
SWIFT void *swift_task_getCurrent(void);
SWIFT uint64_t swift_task_getJobTaskId(void *job);
SWIFT size_t swift_task_getJobFlags(void *job);
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

// MARK: what is known of tasks

// The Swift task's number; 0 for a job that is not a Swift task: an actor's turn.
uint64_t il_task_of_job(void *job)
{
    size_t (*flags)(void *) SWIFT = (SWIFT size_t (*)(void *))IL_REAL(swift_task_getJobFlags);
    if (!flags || (flags(job) & 0xFF) != 0) return 0;
    return IL_REAL(swift_task_getJobTaskId)(job);
}

static uint64_t current_task(void)
{
    SWIFT void *(*get)(void) = IL_REAL(swift_task_getCurrent);
    void *task = get ? get() : NULL;
    return task ? il_task_of_job(task) : 0;
}

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

static bool remember(void *task, resume_function resume, uint64_t item, void *actor, bool comes_back)
{
    struct pending *entry = malloc(sizeof *entry);
    if (!entry) return false;
    lock_pending();
    struct pending **bucket = bucket_of(task);
    *entry = (struct pending){*bucket, task, resume, item, actor, comes_back};
    *bucket = entry;
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

// MARK: items on actors

// The item that runs on an actor on this thread now.
static __thread struct {
    uint64_t item;
    void *actor;
} on_actor __attribute__((tls_model("initial-exec")));

static void begin_on_actor(uint64_t item, void *actor)
{
    il_write(IL_ITEM_BEGAN, IL_HOW_ACTOR_JOB, item, (uint64_t)actor);
    on_actor.item = item;
    on_actor.actor = actor;
}

void il_leave_actor(void)
{
    if (!on_actor.item) return;
    if (il_recording()) il_write(IL_ITEM_ENDED, IL_HOW_ACTOR_JOB, on_actor.item, (uint64_t)on_actor.actor);
    on_actor.item = 0;
    on_actor.actor = NULL;
}

// MARK: coming to an actor

static uint64_t enqueue_on_actor(void *actor)
{
    uint64_t item = il_new_item();
    il_write_place(IL_ITEM_ENQUEUED, IL_HOW_ACTOR_JOB, item, (uint64_t)actor, 0, 0, current_task());
    return item;
}

// Called by the runtime where it would have called the Swift task's own code.
ASYNC static void resumed(CONTEXT, __attribute__((swift_context)) void *error)
{
    struct pending entry = take(IL_REAL(swift_task_getCurrent)());
    if (entry.actor && il_recording()) {
        il_leave_actor();
        // While it waited for something else, it was not queued on the actor: it is enqueued when
        // it returns.
        begin_on_actor(entry.comes_back ? enqueue_on_actor(entry.actor) : entry.item, entry.actor);
        il_watch_ending(context);
    }
    __attribute__((musttail)) return entry.resume(context, error);
}

// Actors that were made while recording, by address. (An actor made earlier, or one with a custom
// executor, is not shown as a lane.)
enum { ACTORS = 4096 };
static _Atomic(void *) actors[ACTORS];

static _Atomic(void *) *slot_of_actor(const void *actor) { return &actors[((uintptr_t)actor >> 4) * 0x9E3779B97F4A7C15ull >> 52]; }

static bool is_known_actor(const void *actor) { return actor && atomic_load_explicit(slot_of_actor(actor), memory_order_relaxed) == actor; }

SWIFT IL_EXPORT void swift_defaultActor_initialize(void *actor)
{
    IL_REAL(swift_defaultActor_initialize)(actor);
    if (!il_recording() || !il_called_by_program(__builtin_return_address(0))) return;
    il_enter();
    char name[256];
    size_t length = il_type_name(*(void **)actor, name, sizeof name - 1);
    name[length] = 0;
    atomic_store(slot_of_actor(actor), actor);
    il_define_queue((uint64_t)actor, 0, IL_QUEUE_ACTOR, name);
    il_leave();
}

// MARK: hops and waits

ASYNC IL_EXPORT void swift_task_switch(CONTEXT, resume_function resume, void *identity, uintptr_t implementation)
{
    if (il_recording() && on_actor.actor != identity) {
        il_leave_actor();
        void *task = IL_REAL(swift_task_getCurrent)();
        if (task && is_known_actor(identity) && remember(task, resume, enqueue_on_actor(identity), identity, false)) resume = resumed;
    }
    __attribute__((musttail)) return IL_REAL(swift_task_switch)(context, resume, identity, implementation);
}

// Before a call that may suspend the Swift task: it leaves its actor, and returns to it when it
// continues.
static resume_function leave_and_return(resume_function resume)
{
    void *actor = on_actor.actor;
    if (!actor || !il_recording()) return resume;
    il_leave_actor();
    void *task = IL_REAL(swift_task_getCurrent)();
    return task && remember(task, resume, 0, actor, true) ? resumed : resume;
}

ASYNC IL_EXPORT void swift_task_future_wait(void *result, CONTEXT, void *task, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_task_future_wait)(result, context, task, resume, frame);
}

ASYNC IL_EXPORT void swift_task_future_wait_throwing(void *result, CONTEXT, void *task, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_task_future_wait_throwing)(result, context, task, resume, frame);
}

ASYNC IL_EXPORT void swift_taskGroup_wait_next_throwing(void *result, CONTEXT, void *group, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_taskGroup_wait_next_throwing)(result, context, group, resume, frame);
}

ASYNC IL_EXPORT void swift_taskGroup_waitAll(
    void *result, CONTEXT, void *group, void *error, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_taskGroup_waitAll)(result, context, group, error, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_get(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_get)(context, let, buffer, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_get_throwing(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_get_throwing)(context, let, buffer, resume, frame);
}

ASYNC IL_EXPORT void swift_asyncLet_finish(CONTEXT, void *let, void *buffer, resume_function resume, void *frame)
{
    resume = leave_and_return(resume);
    __attribute__((musttail)) return IL_REAL(swift_asyncLet_finish)(context, let, buffer, resume, frame);
}

// A continuation's resume function is in the continuation itself, where the compiler has put it:
// the second word.
ASYNC IL_EXPORT void swift_continuation_await(void *continuation)
{
    resume_function *resume = (resume_function *)continuation + 1;
    if (on_actor.actor) *resume = leave_and_return(*resume);
    __attribute__((musttail)) return IL_REAL(swift_continuation_await)(continuation);
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
    il_write_place(IL_TASK_CREATED, creating.is_child ? 0 : NOT_A_CHILD, task, current_task(), creating.caller, creating.closure, creating.within);
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
        options = il_begin_controlled_creation((struct il_creation){
            (uintptr_t)__builtin_return_address(0), closure_of(entry, closure), options, flags & FLAG_IS_CHILD});
        struct il_task_and_context made = IL_REAL(swift_task_create)(flags, options, type, entry, closure);
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
