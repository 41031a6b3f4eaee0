// What the program asks operations and their queues, and how it sets them up: of interest to the explorer, but for
// suspending, which is recorded too. See controlled-operations.c.
#define _GNU_SOURCE
#include "controlled-operations.h"

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "operation-methods.h"
#undef METHOD

// A property that is asked for; what Foundation asks for itself is nobody's affair.
#define ASKED(name, touch)                                                                                                \
    SWIFT IL_EXPORT bool name(SELF)                                                                                       \
    {                                                                                                                     \
        if (il_controlled() && il_called_by_program(__builtin_return_address(0)))                                         \
            TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = touch);                                                     \
        return REAL(name)(self);                                                                                          \
    }
ASKED(operation_is_ready, INTERLEAVE_OPERATION_READ_READY)
ASKED(operation_is_executing, INTERLEAVE_OPERATION_READ)
ASKED(operation_is_cancelled, INTERLEAVE_OPERATION_READ)

SWIFT IL_EXPORT bool operation_is_finished(SELF)
{
    void *caller = __builtin_return_address(0);
    if (il_controlled() && il_called_by_program(caller)) TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = INTERLEAVE_OPERATION_READ);
    bool finished = REAL(operation_is_finished)(self);
    if (finished && il_controlled() && il_asks_to_finish(caller)) TELL(INTERLEAVE_OPERATION_FINISHING, self);
    return finished;
}

static void change(void *self)
{
    if (il_controlled()) TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = INTERLEAVE_OPERATION_CHANGED);
}

SWIFT IL_EXPORT void operation_set_priority(unsigned char priority, SELF)
{
    change(self);
    if (il_controlled()) OPERATE(REAL(operation_set_priority)(priority, self));
    else REAL(operation_set_priority)(priority, self);
}

SWIFT IL_EXPORT void operation_set_completion(void *function, void *context, SELF)
{
    change(self);
    REAL(operation_set_completion)(function, context, self);
}

SWIFT IL_EXPORT void block_operation_add(void *function, void *context, SELF)
{
    change(self);
    REAL(block_operation_add)(function, context, self);
}

SWIFT IL_EXPORT void *queue_init(SELF)
{
    void *queue = REAL(queue_init)(self);
    if (il_controlled()) {
        il_operate_on_queue(queue);
        TELL(INTERLEAVE_OPERATION_QUEUE_MADE, queue);
    }
    return queue;
}

SWIFT IL_EXPORT void queue_set_limit(long limit, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        OPERATE(REAL(queue_set_limit)(limit, self));
        return;
    }
    REAL(queue_set_limit)(limit, self);
}

SWIFT IL_EXPORT void queue_set_underlying(void *queue, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        // (Swift's object holds libdispatch's behind its header.)
        TELL(INTERLEAVE_OPERATION_QUEUE_CHANGED, self, .other = queue ? ((const uintptr_t *)queue)[2] : 0, .flags = 1);
        OPERATE(REAL(queue_set_underlying)(queue, self));
        return;
    }
    REAL(queue_set_underlying)(queue, self);
}

SWIFT IL_EXPORT void queue_suspend(bool suspended, SELF)
{
    uintptr_t caller;
    if (il_controlled()) {
        il_operate_on_queue(self);
        TELL(INTERLEAVE_OPERATION_QUEUE_CHANGED, self, .value = suspended);
        OPERATE(REAL(queue_suspend)(suspended, self));
        return;
    }
    if (il_recording() && (caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        il_enter();
        il_know_operation_queue(self);
        il_write_place(suspended ? IL_QUEUE_SUSPENDED : IL_QUEUE_RESUMED, 0, (uint64_t)self, 0, caller, 0, 0);
        il_leave();
    }
    REAL(queue_suspend)(suspended, self);
}
