// Reads and settings of operations and of their queues by the program. The reads are of interest to
// the explorer only (controlled-operations.c); of the settings, most are recorded too.
#define _GNU_SOURCE
#include "explorer/foundation/controlled-operations.h"
#include "program/swift-values.h"
#include "recorder/operation-table.h"
#include "symbols/operations.h"
#include "symbols/queues.h"
#include "symbols/wrapped-closures.h"

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "symbols/operation-methods.h"
#undef METHOD

// Property getters. Foundation's own reads are ignored.
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
    if (il_controlled() || !il_recording()) return;
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self);
    uint64_t item = operation && operation->added && !operation->began ? operation->item : 0;
    il_unlock_operations();
    uintptr_t caller = il_caller_on_behalf(__builtin_frame_address(0));
    if (item) il_write_place(IL_OPERATION_PRIORITY, 0, item, (uint64_t)il_priority_of_operation(self), caller, 0, 0);
}

SWIFT IL_EXPORT void operation_set_completion(void *function, void *context, SELF)
{
    change(self);
    if (!il_controlled() && function && il_recording() && il_module_of((uintptr_t)function) == IL_PROGRAM) {
        il_enter();
        void *wrapped = il_wrap_closure(function, context, il_item_of_operation(self), self);
        il_leave();
        if (wrapped) {
            REAL(operation_set_completion)((void *)il_run_wrapped_completion, wrapped, self);
            if (context) il_release_object(context);  // a setter owns its new value
            return;
        }
    }
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
        TELL(INTERLEAVE_OPERATION_QUEUE_CREATED, queue);
        return queue;
    }
    if (il_recording() && il_caller_on_behalf(__builtin_frame_address(0))) {
        il_enter();
        il_make_operation_queue(queue);
        il_leave();
    }
    return queue;
}

SWIFT IL_EXPORT void queue_set_limit(long limit, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        TELL(INTERLEAVE_OPERATION_QUEUE_CHANGED, self, .value = (uint64_t)(int64_t)limit, .flags = 2);
        OPERATE(REAL(queue_set_limit)(limit, self));
        return;
    }
    uintptr_t caller;
    if (il_recording() && (caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        il_enter();
        il_know_operation_queue(self);
        il_write_place(IL_QUEUE_WIDTH, 0, (uint64_t)self, (uint64_t)(int64_t)limit, caller, 0, 0);
        il_leave();
    }
    REAL(queue_set_limit)(limit, self);
}

// A queue's first name is often given after the queue is known.
SWIFT IL_EXPORT void queue_set_name(uint64_t low, uint64_t high, SELF)
{
    if (!il_controlled() && il_recording() && il_caller_on_behalf(__builtin_frame_address(0))) {
        char name[512];
        il_enter();
        size_t length = il_read_string((struct il_optional_string){low, high}, name, sizeof name);
        il_know_operation_queue(self);
        if (length) il_define_text((uint64_t)self, IL_QUEUE_CREATED, name, length);
        if (length) il_rename_queue((uint64_t)self, IL_QUEUE_OPERATION, name, length);
        il_leave();
    }
    REAL(queue_set_name)(low, high, self);
}

SWIFT IL_EXPORT void queue_set_underlying(void *queue, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        // (Swift's object holds libdispatch's after its header.)
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

SWIFT IL_EXPORT void queue_cancel_all(SELF)
{
    uintptr_t caller;
    if (!il_controlled() && il_recording() && (caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        il_enter();
        il_know_operation_queue(self);
        il_write_place(IL_QUEUE_CANCELLED, 0, (uint64_t)self, 0, caller, 0, 0);
        il_leave();
    }
    REAL(queue_cancel_all)(self);  // the explorer is told of each operation that it cancels
}

SWIFT IL_EXPORT void queue_wait(SELF)
{
    uintptr_t caller;
    if (il_controlled()) {
        il_operate_on_queue(self);
        TELL(INTERLEAVE_OPERATION_QUEUE_WAIT, self);
        OPERATE(REAL(queue_wait)(self));
        return;
    }
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_wait)(self);
        return;
    }
    il_enter();
    il_know_operation_queue(self);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, IL_FOREVER, caller, 0, 0);
    REAL(queue_wait)(self);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, 0);
}
