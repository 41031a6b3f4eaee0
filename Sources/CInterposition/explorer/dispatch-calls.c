// Blocks and functions that controlled tasks submit to queues, to be run as tasks of the explorer.
#include "explorer/dispatch-calls.h"

#include "explorer/bridge.h"
#include "explorer/trap-handler.h"
#include "recorder/record-kinds.h"
#include "symbols/work-items.h"

#include <stdlib.h>

void *dispatch_get_specific(const void *key);
void *dispatch_queue_get_specific(void *queue, const void *key);
void dispatch_assert_queue(void *queue);
void dispatch_assert_queue_not(void *queue);
void dispatch_assert_queue_barrier(void *queue);
// libdispatch's internal references: an item's reference to its queue is not the program's.
void *_os_object_retain_internal(void *object);
void _os_object_release_internal(void *object);
void dispatch_main(void);

// An item keeps its queue alive, as in libdispatch.
struct handed {
    void *queue, *block, *context;
    void (*function)(void *);
    uintptr_t work, caller;
    uintptr_t operates_for;  // for an operation, which Foundation's code starts: the place that added it
};

// (To libdispatch this is a direct call.)
static void call_block(void *block)
{
    struct il_work *work = il_work_of(block);
    if (work) il_work_is_called(work);
    il_call_block(block);
}

static void *run(void *argument)
{
    struct handed handed = *(struct handed *)argument;
    struct il_depth depth = il_step_out();
    il_self.operating = handed.operates_for != 0;
    il_self.operating_for = handed.operates_for;
    if (handed.block) {
        call_block(handed.block);
        // The work item ends before its block is released, because the block may hold the last
        // reference to it.
        if (handed.work) il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_ENDED, .caller = handed.caller, .object = handed.work});
        _Block_release(handed.block);
    } else {
        handed.function(handed.context);
    }
    il_step_back(depth);
    il_enter();
    free(argument);
    if (handed.queue) IL_REAL(_os_object_release_internal)(handed.queue);
    il_leave();
    return NULL;
}

static void hand_over(uint16_t how, struct handed handed, uintptr_t work, uint64_t extra, uintptr_t caller)
{
    struct interleave_call call = {
        .kind = INTERLEAVE_ASYNC, .caller = caller, .object = (uintptr_t)handed.queue, .function = run, .work = work,
        .flags = how & IL_BARRIER || (work && il_work_is_barrier((struct il_work *)work)) ? INTERLEAVE_BARRIER : 0,
        .closure = work ? il_work_closure((struct il_work *)work) : handed.block ? il_closure_of_block(handed.block) : (uintptr_t)handed.function,
    };
    switch (how & 0xFF) {
    case IL_HOW_AFTER:
        call.kind = INTERLEAVE_AFTER;
        call.value = extra;
        break;
    case IL_HOW_GROUP_NOTIFY:
        call.kind = INTERLEAVE_GROUP_NOTIFY;
        call.other = extra;
        break;
    case IL_HOW_OPERATION:
        call.kind = INTERLEAVE_OPERATION_HANDED_OVER;
        call.other = (uintptr_t)handed.block;
        break;
    case IL_HOW_ITEM_NOTIFY:
        call.kind = INTERLEAVE_WORK_NOTIFY;
        call.other = extra;
        break;
    default: call.other = how & IL_IN_GROUP ? extra : 0;
    }
    il_enter();
    struct handed *kept = malloc(sizeof *kept);
    if (!kept) abort();
    *kept = handed;
    kept->work = work;
    kept->caller = caller;
    if (kept->block) kept->block = _Block_copy(kept->block);
    IL_REAL(_os_object_retain_internal)(kept->queue);
    il_leave();
    call.context = kept;
    int64_t result = il_ask(call);
    if (call.kind == INTERLEAVE_OPERATION_HANDED_OVER) kept->operates_for = (uintptr_t)result;
}

void il_control_block(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller)
{
    hand_over(how, (struct handed){.queue = queue, .block = block}, (uintptr_t)il_work_of(block), extra, caller);
}

void il_control_operation(uint16_t how, void *queue, void *block, uint64_t extra, uintptr_t caller)
{
    hand_over((uint16_t)((how & ~0xFF) | IL_HOW_OPERATION), (struct handed){.queue = queue, .block = block}, 0, extra, caller);
}

void il_control_function(uint16_t how, void *queue, void *context, void (*function)(void *), uint64_t extra, uintptr_t caller)
{
    hand_over(how, (struct handed){.queue = queue, .context = context, .function = function}, 0, extra, caller);
}

void il_control_sync(uint16_t how, void *queue, void *block, void *context, void (*function)(void *), uintptr_t caller)
{
    struct il_work *work = block ? il_work_of(block) : NULL;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_SYNC, .caller = caller, .object = (uintptr_t)queue, .work = (uintptr_t)work,
        .flags = how & IL_BARRIER || (work && il_work_is_barrier(work)) ? INTERLEAVE_BARRIER : 0,
        .closure = work ? il_work_closure(work) : block ? il_closure_of_block(block) : (uintptr_t)function,
    });
    if (block) call_block(block);
    else function(context);
    il_ask((struct interleave_call){.kind = INTERLEAVE_SYNC_DONE, .caller = caller});
}

// MARK: apply

struct iteration {
    void *block, *context;
    void (*function)(void *, size_t);
    size_t index;
    int64_t task;
};

static void *iterate(void *argument)
{
    struct iteration *iteration = argument;
    struct il_depth depth = il_step_out();
    if (iteration->block) ((void (*)(void *, size_t))(void *)((struct il_block *)iteration->block)->invoke)(iteration->block, iteration->index);
    else iteration->function(iteration->context, iteration->index);
    il_step_back(depth);
    return NULL;
}

// Each iteration is a task, unless the queue is serial. (Without a queue, libdispatch uses the one
// that fits best.)
void il_control_apply(size_t iterations, void *queue, void *block, void *context, void (*function)(void *, size_t), uintptr_t caller)
{
    bool one_by_one = false;
    if (queue) {
        one_by_one = il_ask((struct interleave_call){.kind = INTERLEAVE_SYNC, .caller = caller, .object = (uintptr_t)queue}) != 0;
    }
    il_enter();
    struct iteration *all = calloc(iterations ? iterations : 1, sizeof *all);
    if (!all) abort();
    il_leave();
    for (size_t index = 0; index < iterations; index++) {
        all[index] = (struct iteration){.block = block, .context = context, .function = function, .index = index};
        if (one_by_one) iterate(&all[index]);
        else {
            all[index].task = il_ask((struct interleave_call){
                .kind = INTERLEAVE_ITERATE, .caller = caller, .function = iterate, .context = &all[index],
                .closure = block ? il_closure_of_block(block) : (uintptr_t)function});
        }
    }
    for (size_t index = 0; !one_by_one && index < iterations; index++) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_ITERATED, .caller = caller, .value = (uint64_t)all[index].task});
    }
    il_enter();
    free(all);
    il_leave();
    if (queue) il_ask((struct interleave_call){.kind = INTERLEAVE_SYNC_DONE, .caller = caller});
}

// MARK: where am I

IL_EXPORT void *dispatch_get_specific(const void *key)
{
    uintptr_t caller;
    if (!il_controlled() || !(caller = IL_CALLER())) return IL_REAL(dispatch_get_specific)(key);
    for (uint64_t number = 0;; number++) {
        int64_t queue = il_ask((struct interleave_call){.kind = INTERLEAVE_CURRENT_QUEUE, .caller = caller, .value = number});
        if (!queue) return NULL;
        void *value = IL_REAL(dispatch_queue_get_specific)((void *)queue, key);
        if (value) return value;
    }
}

// An assertion that does not hold traps, as it does in libdispatch.
#define ASSERTED(name, wanted)                                                                                        \
    IL_EXPORT void name(void *queue)                                                                                  \
    {                                                                                                                 \
        uintptr_t caller;                                                                                             \
        if (!il_controlled() || !(caller = IL_CALLER())) {                                                            \
            IL_REAL(name)(queue);                                                                                     \
            return;                                                                                                   \
        }                                                                                                             \
        if (il_ask((struct interleave_call){.kind = INTERLEAVE_IS_ON_QUEUE, .caller = caller, .object = (uintptr_t)queue}) != wanted) \
            il_trap_for(caller);                                                                                      \
    }
ASSERTED(dispatch_assert_queue, 1)
ASSERTED(dispatch_assert_queue_not, 0)

IL_EXPORT void dispatch_assert_queue_barrier(void *queue)
{
    IL_NOT_MODELLED(__func__);
    IL_REAL(dispatch_assert_queue_barrier)(queue);
}

IL_EXPORT void dispatch_main(void)
{
    // (If a call that never returns is the last of a function, another function follows: the caller
    // cannot always be found.)
    if (il_controlled()) il_ask((struct interleave_call){.kind = INTERLEAVE_SERVE_MAIN_QUEUE, .caller = IL_CALLER()});
    IL_REAL(dispatch_main)();
    __builtin_unreachable();
}
