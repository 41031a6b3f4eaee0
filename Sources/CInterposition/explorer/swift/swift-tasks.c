// Swift tasks and actors under the explorer.
//
// A part of a Swift task, from its start or resumption to its next suspension, arrives here as a job that the runtime submits to
// libdispatch: it becomes a task of the explorer. The runtime itself runs it, and manages Swift tasks, groups and continuations. The
// explorer decides which task goes on. So it is asked before each step that other tasks can observe: a hop, a wait, the end of a Swift
// task, a cancellation, the resumption of a continuation.
//
// Actors are not left to the runtime: it keeps their queues in words that no other code can read. To the explorer an actor is a serial
// queue. A Swift task that hops there waits for its turn, on its own fiber, and leaves the actor when it hops away or waits. To the runtime
// the Swift task is never on an actor. The main actor is the main queue.
#define _GNU_SOURCE
#include "explorer/swift/swift-tasks.h"

#include "explorer/bridge.h"
#include "explorer/swift/executor-hooks.h"
#include "explorer/swift/own-executors.h"
#include "program/patches.h"
#include "program/runtime-functions.h"
#include "recorder/record-kinds.h"
#include "recorder/swift-tasks.h"

#include <dlfcn.h>
#include <stdlib.h>

SWIFT void swift_job_run(void *job, void *identity, uintptr_t implementation);
SWIFT void *swift_task_getCurrent(void);
SWIFT struct il_executor swift_task_getMainExecutor(void);
SWIFT size_t swift_task_getJobFlags(void *job);
SWIFT void swift_task_enqueue(void *job, void *identity, uintptr_t implementation);

static bool is_patched;
static const char *unknown_function;  // of the runtime, which cannot be intercepted
static struct il_executor main_executor;
static struct il_code stream_lock, stream_unlock;

// A job's flags: its kind and its urgency.
static uint32_t kind_of(void *job) { return IL_REAL(swift_task_getJobFlags)(job) & 0xFF; }
static uint32_t urgency_of(void *job) { return job ? (IL_REAL(swift_task_getJobFlags)(job) >> 8 & 0xFF) * INTERLEAVE_URGENCY : 0; }

void il_ask_as_task(uint32_t kind, uintptr_t object, uintptr_t caller)
{
    void *task = IL_REAL(swift_task_getCurrent)();
    il_ask((struct interleave_call){.kind = kind, .object = object, .caller = caller, .task = (uintptr_t)task, .flags = urgency_of(task)});
}

// The place where the program continues: an address after its first instruction, as a return address is after its call.
static uintptr_t place_of(resume_function resume, void *context)
{
    if (il_module_of((uintptr_t)resume) == IL_PROGRAM) return (uintptr_t)resume + 1;
    // The runtime's own code runs: then the place is the program's call of it.
    struct { void *parent; resume_function resume; } *frame = context;
    for (int depth = 0; frame && depth < 64; frame = frame->parent, depth++) {
        if (il_module_of((uintptr_t)frame->resume) == IL_PROGRAM) return (uintptr_t)frame->resume + 1;
    }
    return 0;
}

// MARK: hops

static uintptr_t object_of(void *identity)
{
    if (!identity || identity == main_executor.identity) return identity ? interleave_main_queue() : 0;
    return (uintptr_t)identity;
}

static bool is_own(void *identity, uintptr_t implementation) { return identity && implementation && identity != main_executor.identity; }

// The executor on which a Swift task continues that leaves a custom executor.
static __thread struct {
    uintptr_t executor;
    bool is_open;
} going __attribute__((tls_model("initial-exec")));

ASYNC static void (*real_switch)(CONTEXT, resume_function resume, void *identity, uintptr_t implementation);
ASYNC static void switch_executor(CONTEXT, resume_function resume, void *identity, uintptr_t implementation)
{
    if (!il_controlled()) __attribute__((musttail)) return real_switch(context, resume, identity, implementation);
    uintptr_t place = place_of(resume, context);
    il_check_executor_hooks(place);
    void *own = il_own_executor();
    if (is_own(identity, implementation)) {
        if (own == identity) return resume(context, NULL);
        il_ask_as_task(INTERLEAVE_TASK_HOP, 0, place);
        __attribute__((musttail)) return real_switch(context, resume, identity, implementation);
    }
    if (own) {
        uintptr_t executor = object_of(identity);
        if (il_ask((struct interleave_call){.kind = INTERLEAVE_IS_ON_EXECUTOR, .object = executor, .value = true})) return resume(context, NULL);
        il_ask_as_task(INTERLEAVE_TASK_HOP, 0, place);
        // To the runtime the Swift task is never on the main actor: so the runtime always submits it there.
        going.executor = executor;
        going.is_open = true;
        __attribute__((musttail)) return real_switch(context, resume, main_executor.identity, main_executor.implementation);
    }
    il_ask_as_task(INTERLEAVE_TASK_HOP, object_of(identity), place);
    return resume(context, NULL);  // a call at the end of such a function is always a jump
}

SWIFT static bool (*real_is_current)(void *identity, uintptr_t implementation);
SWIFT static bool is_current_executor(void *identity, uintptr_t implementation)
{
    if (!il_controlled() || is_own(identity, implementation)) return real_is_current(identity, implementation);
    return il_ask((struct interleave_call){.kind = INTERLEAVE_IS_ON_EXECUTOR, .object = object_of(identity)}) != 0;
}

SWIFT static bool (*real_is_current_with_flags)(void *identity, uintptr_t implementation, uintptr_t flags);
SWIFT static bool is_current_executor_with_flags(void *identity, uintptr_t implementation, uintptr_t flags)
{
    if (!il_controlled() || is_own(identity, implementation)) return real_is_current_with_flags(identity, implementation, flags);
    return il_ask((struct interleave_call){.kind = INTERLEAVE_IS_ON_EXECUTOR, .object = object_of(identity)}) != 0;
}

// MARK: waits

#define WAITS(name, kind)                                                                                                        \
    ASYNC static void (*real_##name)(void *result, CONTEXT, void *awaited, resume_function resume, void *frame);                 \
    ASYNC static void name(void *result, CONTEXT, void *awaited, resume_function resume, void *frame)                            \
    {                                                                                                                            \
        if (il_controlled()) il_ask_as_task(kind, (uintptr_t)awaited, place_of(resume, context));                                \
        __attribute__((musttail)) return real_##name(result, context, awaited, resume, frame);                                   \
    }
WAITS(future_wait, INTERLEAVE_TASK_WAIT)
WAITS(future_wait_throwing, INTERLEAVE_TASK_WAIT)
WAITS(wait_next, INTERLEAVE_TASK_GROUP_NEXT)

ASYNC static void (*real_wait_all)(
    void *result, CONTEXT, void *group, void *error, resume_function resume, void *frame);
ASYNC static void wait_all(
    void *result, CONTEXT, void *group, void *error, resume_function resume, void *frame)
{
    if (il_controlled()) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_TASK_GROUP_ALL, .object = (uintptr_t)group, .caller = place_of(resume, context),
            .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(), .value = error != NULL});
    }
    __attribute__((musttail)) return real_wait_all(result, context, group, error, resume, frame);
}

// The parts of a continuation: the frame that it continues, and the function that is called then.
struct continuation {
    void *parent;
    resume_function resume;
};

// A Swift task that sleeps or yields submits a job that will resume it, and waits. The explorer decides when it is resumed. The job then
// runs immediately, in the Swift task's own place, so that it needs no task of its own.
static __thread struct {
    void *job;
    uint64_t delay;
    bool is_sleep, is_deaf, runs;
} waker __attribute__((tls_model("initial-exec")));

static void *run_job(void *job)
{
    IL_REAL(swift_job_run)(job, NULL, 0);
    return NULL;
}

static void wait_for_waker(uintptr_t place)
{
    void *job = waker.job, *task = IL_REAL(swift_task_getCurrent)();
    waker.job = NULL;
    // On a custom executor the Swift task leaves the code that runs it, and another job resumes it.
    if (il_own_executor()) {
        il_ask((struct interleave_call){
            .kind = waker.is_sleep ? INTERLEAVE_AFTER : INTERLEAVE_ASYNC, .caller = place, .function = run_job, .context = job,
            .job = (uintptr_t)job, .task = (uintptr_t)task, .object = interleave_default_queue(), .value = waker.delay});
        return;
    }
    bool wakes = il_ask((struct interleave_call){
        .kind = waker.is_sleep ? INTERLEAVE_TASK_SLEEP : INTERLEAVE_TASK_YIELD, .task = (uintptr_t)task, .value = waker.delay, .caller = place,
        .other = waker.is_deaf, .flags = urgency_of(task)});
    if (!wakes) return;
    waker.runs = true;
    run_job(job);
    waker.runs = false;
}

ASYNC static void (*real_await)(void *continuation);
ASYNC static void await_continuation(void *continuation)
{
    if (il_controlled()) {
        struct continuation *parts = continuation;
        uintptr_t place = place_of(parts->resume, parts->parent);
        il_check_executor_hooks(place);
        if (waker.job) wait_for_waker(place);
        il_ask_as_task(INTERLEAVE_CONTINUATION_WAIT, 0, place);
    }
    __attribute__((musttail)) return real_await(continuation);
}

SWIFT static void *(*real_make_continuation)(void *continuation, uintptr_t flags);
SWIFT static void *make_continuation(void *continuation, uintptr_t flags)
{
    if (il_controlled()) il_ask_as_task(INTERLEAVE_CONTINUATION_CREATED, 0, 0);
    return real_make_continuation(continuation, flags);
}

// For code of the runtime, which keeps its frames in a linked list: the place where the program called it.
uintptr_t il_program_above(const void *frame_address)
{
    const uintptr_t *frame = frame_address;
    uintptr_t top = il_control->stack_top();
    for (int depth = 0; depth < 16 && !((uintptr_t)frame & 7) && (uintptr_t)frame < top && (uintptr_t)frame > top - (1 << 20); depth++) {
        if (il_module_of(frame[1]) == IL_PROGRAM) return frame[1];
        if ((const uintptr_t *)frame[0] <= frame) break;
        frame = (const uintptr_t *)frame[0];
    }
    return 0;
}

// A continuation is identified by the Swift task that waits.
static void ask_for_resumption(void *task, uintptr_t caller)
{
    il_ask_as_task(waker.runs ? INTERLEAVE_CONTINUATION_WOKEN : INTERLEAVE_CONTINUATION_RESUME, (uintptr_t)task, caller);
}

SWIFT static void (*real_resume)(void *task);
SWIFT static void resume_continuation(void *task)
{
    if (il_controlled()) ask_for_resumption(task, IL_ABOVE);
    real_resume(task);
}

SWIFT static void (*real_resume_throwing)(void *task);
SWIFT static void resume_continuation_throwing(void *task)
{
    if (il_controlled()) ask_for_resumption(task, IL_ABOVE);
    real_resume_throwing(task);
}

SWIFT static void (*real_resume_with_error)(void *task, void *error);
SWIFT static void resume_continuation_with_error(void *task, void *error)
{
    if (il_controlled()) {
        uintptr_t caller = IL_ABOVE;
        il_ask((struct interleave_call){.kind = INTERLEAVE_THROWN, .object = (uintptr_t)error, .caller = caller});
        ask_for_resumption(task, caller);
    }
    real_resume_with_error(task, error);
}

// MARK: jobs

static __thread struct {
    struct il_creation creation;
    uintptr_t executor, group;
    struct il_task_option *before, *removed;
    struct il_executor own;  // a custom executor on which it begins
    bool is_open;
} creating __attribute__((tls_model("initial-exec")));

struct il_task_option *il_begin_controlled_creation(struct il_creation creation)
{
    bool is_child = creation.is_child;
    for (struct il_task_option *option = creation.options; option; option = option->next) is_child |= (option->flags & 0xFF) == IL_OPTION_GROUP;
    // A child of a cancelled Swift task is cancelled from the start: so creating one reads the cancellation.
    if (is_child) il_ask_as_task(INTERLEAVE_TASK_TEST, 0, creation.caller);
    creating = (__typeof__(creating)){.creation = creation, .is_open = true};
    struct il_task_option *previous = NULL, *first = creation.options;
    for (struct il_task_option *option = first; option; previous = option, option = option->next) {
        switch (option->flags & 0xFF) {
        case IL_OPTION_GROUP:
            creating.group = option->value;
            creating.creation.is_child = true;
            break;
        case IL_OPTION_EXECUTOR:
            // The explorer knows on which actor it begins; to the runtime it begins anywhere.
            if (is_own((void *)option->value, option->other)) creating.own = (struct il_executor){(void *)option->value, option->other};
            else creating.executor = object_of((void *)option->value);
            if (previous) {
                creating.before = previous;
                creating.removed = option;
                previous->next = option->next;
            } else {
                first = option->next;
            }
            break;
        }
    }
    return first;
}

// The call that tells the explorer of a Swift task being created.
static struct interleave_call creation_of(uint32_t kind, void *task)
{
    return (struct interleave_call){
        .kind = kind, .caller = creating.creation.caller, .job = (uintptr_t)task, .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(),
        .closure = creating.creation.closure, .task_group = creating.group,
        .flags = urgency_of(task) | INTERLEAVE_JOB_OF_TASK | (creating.creation.is_child ? INTERLEAVE_CHILD : 0)};
}

void il_end_controlled_creation(void *task)
{
    if (creating.before) creating.before->next = creating.removed;
    if (task && creating.is_open) il_ask(creation_of(INTERLEAVE_TASK_CREATED, task));
    creating.is_open = false;
}

bool il_is_in_controlled_creation(void) { return creating.is_open; }

void il_control_job(void *queue, void *job, uint64_t delay, uint32_t how)
{
    enum { TASK = 0, ACTOR = 192, ACTOR_ELSEWHERE = 194, RESUMING = 195, CONTEXT_OF_TASK = 8 };
    uint32_t kind = kind_of(job);
    bool is_new = creating.is_open;
    uintptr_t caller = is_new ? creating.creation.caller : 0;
    if (!is_patched) il_refuse_runtime(unknown_function ? unknown_function : "swift_job_run", caller);
    if (kind >= ACTOR && kind <= ACTOR_ELSEWHERE) il_refuse_actor_job(caller);
    if (how == IL_HOW_AFTER || kind == RESUMING) {
        waker.job = job;
        waker.delay = delay;
        waker.is_sleep = how == IL_HOW_AFTER;
        // The sleep that cannot be cancelled has a job that resumes the Swift task without calling us.
        waker.is_deaf = kind == RESUMING;
        return;
    }
    if (kind == TASK) il_watch_ending(((void **)job)[CONTEXT_OF_TASK]);
    struct interleave_call call = {
        .kind = INTERLEAVE_ASYNC, .caller = caller, .function = run_job,
        .context = job, .job = (uintptr_t)job, .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(),
        .object = (uintptr_t)queue == interleave_main_queue() ? (uintptr_t)queue : interleave_default_queue(),
        .flags = urgency_of(job) | (kind == TASK ? INTERLEAVE_JOB_OF_TASK : 0),
    };
    if (is_new) {
        creating.is_open = false;
        call.closure = creating.creation.closure;
        call.task_group = creating.group;
        if (creating.executor) call.object = creating.executor;
        if (creating.creation.is_child) call.flags |= INTERLEAVE_CHILD;
        if (creating.own.identity) {
            il_ask(creation_of(INTERLEAVE_TASK_CREATED, job));
            IL_REAL(swift_task_enqueue)(job, creating.own.identity, creating.own.implementation);
            return;
        }
    } else if (going.is_open) {
        going.is_open = false;
        call.object = going.executor ? going.executor : interleave_default_queue();
    }
    il_ask(call);
}

void il_controlled_task_ends(bool throws)
{
    void *task = IL_REAL(swift_task_getCurrent)();
    il_ask((struct interleave_call){.kind = INTERLEAVE_TASK_ENDED, .task = (uintptr_t)task, .flags = urgency_of(task), .value = throws});
}

// A sleep with a tolerance would be left to a kernel timer; the explorer treats it like any other.
SWIFT static void (*real_sleep_until)(bool anywhere, long long, long long, long long, long long, int clock, void *job);
SWIFT static void sleep_until(
    bool anywhere, long long seconds, long long nanoseconds, long long more, long long more_nanoseconds, int clock, void *job)
{
    enum { NO_TOLERANCE = -1 };
    if (il_controlled()) real_sleep_until(anywhere, seconds, nanoseconds, 0, NO_TOLERANCE, clock, job);
    else real_sleep_until(anywhere, seconds, nanoseconds, more, more_nanoseconds, clock, job);
}

// MARK: the runtime's own locks

bool il_control_runtime_lock(void *mutex, bool locks, void *return_address, const void *frame)
{
    if (!is_patched || il_module_of((uintptr_t)return_address) != IL_CONCURRENCY) return false;
    uintptr_t from = (uintptr_t)return_address;
    bool is_stream = from - stream_lock.first < stream_lock.size || from - stream_unlock.first < stream_unlock.size;
    il_ask((struct interleave_call){
        .kind = locks ? (is_stream ? INTERLEAVE_STREAM_LOCK : INTERLEAVE_STATUS_LOCK) : (is_stream ? INTERLEAVE_UNLOCK : INTERLEAVE_STATUS_UNLOCK),
        .object = (uintptr_t)mutex, .caller = il_program_above(frame), .task = (uintptr_t)IL_REAL(swift_task_getCurrent)(),
        .value = il_status_lock_offset((uintptr_t)mutex)});
    return true;
}

void il_control_concurrency(void)
{
    static const struct il_patch patches[] = {
        {"swift_task_switch", switch_executor, (void **)&real_switch},
        {IL_SLEEP_UNTIL, sleep_until, (void **)&real_sleep_until},
        {"swift_task_isCurrentExecutor", is_current_executor, (void **)&real_is_current},
        {"swift_task_isCurrentExecutorWithFlags", is_current_executor_with_flags, (void **)&real_is_current_with_flags},
        {"swift_task_future_wait", future_wait, (void **)&real_future_wait},
        {"swift_task_future_wait_throwing", future_wait_throwing, (void **)&real_future_wait_throwing},
        {"swift_taskGroup_wait_next_throwing", wait_next, (void **)&real_wait_next},
        {"swift_taskGroup_waitAll", wait_all, (void **)&real_wait_all},
        {"swift_continuation_init", make_continuation, (void **)&real_make_continuation},
        {"swift_continuation_await", await_continuation, (void **)&real_await},
        {"swift_continuation_resume", resume_continuation, (void **)&real_resume},
        {"swift_continuation_throwingResume", resume_continuation_throwing, (void **)&real_resume_throwing},
        {"swift_continuation_throwingResumeWithError", resume_continuation_with_error, (void **)&real_resume_with_error},
    };
    if (!IL_REAL(swift_job_run)) return;
    if (!il_runtime_function(IL_RUNTIME, IL_STREAM_LOCK, &stream_lock)) unknown_function = IL_STREAM_LOCK;
    else if (!il_runtime_function(IL_RUNTIME, IL_STREAM_UNLOCK, &stream_unlock)) unknown_function = IL_STREAM_UNLOCK;
    else unknown_function = il_patch_functions(IL_RUNTIME, patches, sizeof patches / sizeof patches[0]);
    if (!unknown_function) unknown_function = il_control_cancellation();
    if (unknown_function) return;
    main_executor = IL_REAL(swift_task_getMainExecutor)();
    il_find_executor_hooks();
    il_tell_what_is_ordered();
    is_patched = true;
}
