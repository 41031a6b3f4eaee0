// Synchronization through libdispatch: groups, semaphores, once.
#include "explorer/bridge.h"
#include "recorder/chaos.h"
#include "recorder/ring.h"
#include "symbols/sleeps.h"
#include "symbols/work-items.h"

void *dispatch_group_create(void);
void dispatch_group_enter(void *group);
void dispatch_group_leave(void *group);
long dispatch_group_wait(void *group, uint64_t timeout);
void *dispatch_semaphore_create(long value);
long dispatch_semaphore_wait(void *semaphore, uint64_t timeout);
long dispatch_semaphore_signal(void *semaphore);
void swift_once(int *token, void (*function)(void *), void *context);
void dispatch_once_f(long *token, void *context, void (*function)(void *));
void dispatch_once(long *token, void *block);

// MARK: groups

IL_EXPORT void *dispatch_group_create(void)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_enter();
        void *group = IL_REAL(dispatch_group_create)();
        il_leave();
        il_ask((struct interleave_call){.kind = INTERLEAVE_FORGET, .object = (uintptr_t)group});
        return group;
    }
    if (!il_recording() || !(caller = IL_CALLER())) return IL_REAL(dispatch_group_create)();
    il_enter();
    void *group = IL_REAL(dispatch_group_create)();
    il_leave();
    il_write_place(IL_GROUP_CREATED, 0, (uint64_t)group, 0, caller, 0, 0);
    return group;
}

IL_EXPORT void dispatch_group_enter(void *group)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_GROUP_ENTER, .caller = caller, .object = (uintptr_t)group});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) il_write_place(IL_GROUP_ENTERED, 0, (uint64_t)group, 0, caller, 0, 0);
    IL_REAL(dispatch_group_enter)(group);
}

IL_EXPORT void dispatch_group_leave(void *group)
{
    uintptr_t caller;
    if (il_controlled() && il_self.operating) {
        IL_REAL(dispatch_group_leave)(group);  // the group of the block that Foundation has made for an operation
        return;
    }
    if (il_controlled() && !il_is_leave_of_work_item() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_GROUP_LEAVE, .caller = caller, .object = (uintptr_t)group});
        return;
    }
    if (!il_recording() || il_is_leave_of_work_item() || !(caller = IL_CALLER())) {
        IL_RELEASED(group);
        IL_REAL(dispatch_group_leave)(group);
        return;
    }
    il_write_place(IL_GROUP_LEFT, 0, (uint64_t)group, 0, caller, 0, 0);  // before: whatever it unblocks must come after it
    il_enter();
    IL_REAL(dispatch_group_leave)(group);
    il_leave();
}

IL_EXPORT long dispatch_group_wait(void *group, uint64_t timeout)
{
    uintptr_t caller;
    IL_CONTROLLED(long, INTERLEAVE_GROUP_WAIT, .object = (uintptr_t)group, .value = il_timeout_from_now(timeout));
    if (!il_recording() || !(caller = IL_CALLER())) {
        return il_acquired((int)IL_REAL(dispatch_group_wait)(group, timeout), group);
    }
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_GROUP, (uint64_t)group, il_timeout_from_now(timeout), caller, 0, 0);
    il_enter();
    long late = IL_REAL(dispatch_group_wait)(group, timeout);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_GROUP | (late ? IL_TIMED_OUT : 0), (uint64_t)group, 0);
    return late;
}

// MARK: semaphores

IL_EXPORT void *dispatch_semaphore_create(long value)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_enter();
        void *semaphore = IL_REAL(dispatch_semaphore_create)(value);
        il_leave();
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_SEMAPHORE_CREATED, .caller = caller, .object = (uintptr_t)semaphore, .value = (uint64_t)value});
        return semaphore;
    }
    if (!il_records(IL_CHOICE_SEMAPHORES) || !(caller = IL_CALLER())) return IL_REAL(dispatch_semaphore_create)(value);
    il_enter();
    void *semaphore = IL_REAL(dispatch_semaphore_create)(value);
    il_leave();
    il_write_place(IL_SEMAPHORE_CREATED, 0, (uint64_t)semaphore, (uint64_t)value, caller, 0, 0);
    return semaphore;
}

IL_EXPORT long dispatch_semaphore_wait(void *semaphore, uint64_t timeout)
{
    uintptr_t caller;
    IL_CONTROLLED(long, INTERLEAVE_SEMAPHORE_WAIT, .object = (uintptr_t)semaphore, .value = il_timeout_from_now(timeout));
    if (!il_records(IL_CHOICE_SEMAPHORES) || !(caller = IL_CALLER())) {
        return il_acquired((int)IL_REAL(dispatch_semaphore_wait)(semaphore, timeout), semaphore);
    }
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_SEMAPHORE, (uint64_t)semaphore, il_timeout_from_now(timeout), caller, 0, 0);
    il_enter();
    long late = IL_REAL(dispatch_semaphore_wait)(semaphore, timeout);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_SEMAPHORE | (late ? IL_TIMED_OUT : 0), (uint64_t)semaphore, 0);
    if (!late) IL_ACQUIRED(semaphore);
    return late;
}

IL_EXPORT long dispatch_semaphore_signal(void *semaphore)
{
    uintptr_t caller;
    IL_CONTROLLED(long, INTERLEAVE_SEMAPHORE_SIGNAL, .object = (uintptr_t)semaphore);
    IL_RELEASED(semaphore);
    if (!il_records(IL_CHOICE_SEMAPHORES) || !(caller = IL_CALLER())) return IL_REAL(dispatch_semaphore_signal)(semaphore);
    il_write_place(IL_SEMAPHORE_SIGNALLED, 0, (uint64_t)semaphore, 0, caller, 0, 0);
    il_enter();
    long woken = IL_REAL(dispatch_semaphore_signal)(semaphore);
    il_leave();
    return woken;
}

// MARK: once

// Replaces the initializer: records whether this caller was the one that ran it.
struct once {
    void (*function)(void *);
    void *context, *block;
    uint64_t token;
    uintptr_t caller;
    bool ran;
};

static void run_once(void *context)
{
    struct once *once = context;
    struct il_depth depth = il_step_out();
    once->ran = true;
    if (il_recording()) il_write_place(IL_ONCE_BEGAN, 0, once->token, 0, once->caller, (uintptr_t)once->function, 0);
    if (once->block) il_call_block(once->block);
    else once->function(once->context);
    if (il_recording()) il_write(IL_ONCE_ENDED, 0, once->token, 0);
    IL_RELEASED(once->token);
    il_step_back(depth);
}

// A caller that did not run the initializer, and did not find it done, has waited for the caller
// that did. It is only certain that it must wait if another thread is inside already (`busy`).
// Otherwise the wait is recorded afterwards, with the time at which it began.
#define ONCE(busy, call)                                                                                    \
    do {                                                                                                    \
        uint64_t from = il_now();                                                                           \
        bool waits = busy;                                                                                  \
        if (waits) il_write_place(IL_WAIT_BEGAN, IL_WAIT_ONCE, once.token, IL_FOREVER, once.caller, 0, 0);  \
        il_enter();                                                                                         \
        call;                                                                                               \
        il_leave();                                                                                         \
        if (!once.ran && !waits) il_write_at(from, IL_WAIT_BEGAN, IL_WAIT_ONCE, once.token, IL_FOREVER);    \
        if (!once.ran) il_write(IL_WAIT_ENDED, IL_WAIT_ONCE, once.token, 0);                                \
        IL_ACQUIRED(once.token);                                                                            \
    } while (0)

// Under the explorer: the first task to come runs the initializer, as the program's code; others
// return when it is done.
static bool controls_once(void *token, bool is_long, void (*function)(void *), void *context, void *block, uintptr_t caller)
{
    bool done = is_long ? *(long *)token < 0 : *(int *)token < 0;
    struct interleave_call call = {.kind = INTERLEAVE_ONCE, .caller = caller, .object = (uintptr_t)token, .value = done};
    if (!il_ask(call)) return true;
    if (block) il_call_block(block);
    else function(context);
    call.kind = INTERLEAVE_ONCE_DONE;
    il_ask(call);
    if (is_long) *(long *)token = -1;
    else *(int *)token = -1;
    return true;
}

// The runtime's token: 0 not begun, below 0 done, above 0 the thread that is inside.
IL_EXPORT void swift_once(int *token, void (*function)(void *), void *context)
{
    int state = __atomic_load_n(token, __ATOMIC_ACQUIRE);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER()) && controls_once(token, false, function, context, NULL, caller)) return;
    if (IL_LIKELY(state < 0) || !il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(swift_once)(token, function, context);
        IL_ACQUIRED(token);
        return;
    }
    struct once once = {function, context, NULL, (uint64_t)token, caller, false};
    ONCE(state > 0, IL_REAL(swift_once)(token, run_once, &once));
}

IL_EXPORT void dispatch_once_f(long *token, void *context, void (*function)(void *))
{
    long state = __atomic_load_n(token, __ATOMIC_ACQUIRE);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER()) && controls_once(token, true, function, context, NULL, caller)) return;
    if (state == -1 || !il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_once_f)(token, context, function);
        IL_ACQUIRED(token);
        return;
    }
    struct once once = {function, context, NULL, (uint64_t)token, caller, false};
    ONCE(state != 0, IL_REAL(dispatch_once_f)(token, &once, run_once));
}

IL_EXPORT void dispatch_once(long *token, void *block)
{
    long state = __atomic_load_n(token, __ATOMIC_ACQUIRE);
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER()) && controls_once(token, true, NULL, NULL, block, caller)) return;
    if (state == -1 || !il_recording() || !(caller = IL_CALLER())) {
        // (The real dispatch_once jumps to dispatch_once_f, which would then seem to be called from here: from the program.)
        IL_REAL(dispatch_once_f)(token, block, il_call_block);
        IL_ACQUIRED(token);
        return;
    }
    struct once once = {NULL, NULL, block, (uint64_t)token, caller, false};
    ONCE(state != 0, IL_REAL(dispatch_once_f)(token, &once, run_once));
}
