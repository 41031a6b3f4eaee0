// Foundation's operations, recorded as operations: which was added to which queue, its name and dependencies, its begin and end.
//
// Foundation's methods are Swift methods; callers reach them in two ways, and both are intercepted. A program that knows the exact class,
// or inherits the method, binds to its symbol: we define that symbol. All other callers use the method table in the class object: there we
// replace the words that hold a method's address (`il_patch_operations`, when a recording starts). A class of the program that overrides
// `start()` has its own word in its own table. That word is replaced when the first operation of the class is added, and the original is
// kept.
//
// An operation is known by its address, from its init to the init of the next one at the same address. Its item ends when the `main()`
// called by Foundation's `start()` returns. An asynchronous operation overrides `start()` and returns early: its item ends when it
// announces that `isFinished` has changed and then returns true for it.
//
// Swift's calling convention is C's with `self` in a separate register; nothing of Foundation is linked, everything is looked up by name.
#define _GNU_SOURCE
#include "symbols/operations.h"

#include "explorer/foundation/controlled-operations.h"
#include "program/swift-values.h"
#include "recorder/operation-table.h"
#include "symbols/queues.h"
#include "symbols/wrapped-closures.h"

#include <stdlib.h>
#include <string.h>

#define METHOD(name, symbol, result, ...) static const char name##_symbol[] = symbol;
#include "symbols/operation-methods.h"
#undef METHOD

// MARK: adding

static __thread struct {
    uintptr_t caller, closure;
} adding_block;

static void added(void *queue, void *self, uint16_t detail, uintptr_t caller, uintptr_t closure)
{
    il_enter();
    il_know_operation_queue(queue);
    il_watch_class_of_operation(self);
    char label[512];
    size_t length = il_label_of_operation(self, label, sizeof label);
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self);
    operation = il_know_operation(self, operation && (operation->ended || operation->added));
    struct il_operation copy = {0};
    if (operation) {
        operation->queue = queue;
        if (IL_UNLIKELY(il_choice.has_queues) && il_is_unchosen_queue((uint64_t)queue)) operation->item |= IL_NOT_CHOSEN;
        operation->added = true;
        if (closure) operation->closure = closure;
        copy = *operation;
    }
    il_unlock_operations();
    if (copy.item) {
        il_write_place(IL_ITEM_ENQUEUED, IL_HOW_OPERATION | detail, copy.item, (uint64_t)queue, caller, copy.closure, 0);
        il_write(IL_OPERATION_ADDED, 0, copy.item, (uint64_t)self);
        if (length) il_write_text(copy.item, IL_OPERATION_ADDED, label, length);
        int64_t priority = il_priority_of_operation(self);
        if (priority) il_write(IL_OPERATION_PRIORITY, IL_FOUND, copy.item, (uint64_t)priority);
    }
    il_leave();
}

SWIFT IL_EXPORT void queue_add(void *operation, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        OPERATE(REAL(queue_add)(operation, self));
        return;
    }
    uintptr_t caller = 0;
    if (il_recording()) {
        if (adding_block.caller) {
            added(self, operation, 0, adding_block.caller, adding_block.closure);
            adding_block.caller = 0;
        } else if ((caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
            added(self, operation, 0, caller, 0);
        }
    }
    REAL(queue_add)(operation, self);
}

SWIFT IL_EXPORT void queue_add_block(void *function, void *context, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        il_addition()->closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;
        OPERATE(REAL(queue_add_block)(function, context, self));
        il_addition()->closure = 0;
        return;
    }
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_block)(function, context, self);
        return;
    }
    // Foundation makes a block operation from it and adds that, through the method table.
    adding_block.caller = caller;
    adding_block.closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;
    REAL(queue_add_block)(function, context, self);
    adding_block.caller = 0;
}

// An array of objects: after the object's header of two words its count, its capacity, and the elements.
SWIFT IL_EXPORT void queue_add_all(void *array, bool wait, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        OPERATE(REAL(queue_add_all)(array, wait, self));
        return;
    }
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_all)(array, wait, self);
        return;
    }
    const uintptr_t *words = array;
    for (uintptr_t index = 0; index < words[2]; index++) added(self, (void *)words[4 + index], 0, caller, 0);
    if (wait) il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, IL_FOREVER, caller, 0, 0);
    il_enter();
    REAL(queue_add_all)(array, wait, self);
    il_leave();
    if (wait) il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, 0);
}

// The barrier's operation is made inside Foundation, from a private class; it runs the program's closure. So the closure is wrapped: a
// closure of ours that knows the item calls it.
SWIFT IL_EXPORT void queue_add_barrier(void *function, void *context, SELF)
{
    if (il_controlled()) {
        il_operate_on_queue(self);
        il_enter();
        void *barrier = il_wrap_closure(function, context, 0, self);
        il_leave();
        if (!barrier) abort();
        *il_addition() = (struct il_addition){il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0, true};
        OPERATE(REAL(queue_add_barrier)((void *)il_run_wrapped_closure, barrier, self));
        *il_addition() = (struct il_addition){0, false};
        il_release_object(barrier);
        return;
    }
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_barrier)(function, context, self);
        return;
    }
    il_enter();
    il_know_operation_queue(self);
    uint64_t item = il_new_item_on(self);
    uintptr_t closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;
    il_write_place(IL_ITEM_ENQUEUED, IL_HOW_OPERATION | IL_BARRIER, item, (uint64_t)self, caller, closure, 0);
    void *wrapped = il_wrap_closure(function, context, item, self);
    if (wrapped) {
        REAL(queue_add_barrier)((void *)il_run_wrapped_closure, wrapped, self);
        il_release_object(wrapped);
    } else {
        REAL(queue_add_barrier)(function, context, self);
    }
    il_leave();
}

// MARK: making, running, cancelling

SWIFT IL_EXPORT void *operation_init(SELF)
{
    if (il_controlled() || il_recording()) {
        il_enter();
        il_watch_class_of_operation(self);
        il_leave();
        il_lock_operations();
        il_know_operation(self, true);
        il_unlock_operations();
    }
    if (il_controlled()) TELL(INTERLEAVE_OPERATION_CREATED, self);
    return REAL(operation_init)(self);
}

SWIFT IL_EXPORT void *block_operation_init(void *function, void *context, SELF)
{
    void *made = REAL(block_operation_init)(function, context, self);
    if (il_controlled() || il_recording()) {
        il_lock_operations();
        struct il_operation *operation = il_know_operation(made, true);
        if (operation && il_module_of((uintptr_t)function) == IL_PROGRAM) operation->closure = (uintptr_t)function;
        il_unlock_operations();
    }
    if (il_controlled()) TELL(INTERLEAVE_OPERATION_CREATED, made);
    return made;
}

// Started directly, without a queue: it runs now on this thread, and is recorded from now on.
void il_start_operation_by_hand(void *self, uintptr_t caller)
{
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self);
    if (operation && operation->ended) operation = il_know_operation(self, true);
    if (!operation) operation = il_know_operation(self, false);
    bool by_hand = operation && !operation->added && !operation->began;
    struct il_operation copy = {0};
    if (by_hand) {
        if (IL_UNLIKELY(il_choice.has_queues)) operation->item |= IL_NOT_CHOSEN;
        operation->began = true;
        copy = *operation;
    }
    il_unlock_operations();
    if (!by_hand) return;
    char label[512];
    il_enter();
    size_t length = il_label_of_operation(self, label, sizeof label);
    il_leave();
    il_write_place(IL_ITEM_BEGAN, IL_HOW_OPERATION, copy.item, 0, caller, copy.closure, 0);
    if (length) il_write_text(copy.item, IL_OPERATION_ADDED, label, length);
}

// The operation whose start() is Foundation's own and runs on this thread. It calls main(), and when that returns the operation is done.
// start() returns only after the queue has been told, and by then the next operation may have begun on another thread.
static __thread void *started_by_foundation __attribute__((tls_model("initial-exec")));

// Under the explorer: an operation that was cancelled before finishes immediately.
static void start_controlled(void *self, uintptr_t caller)
{
    if (caller) TELL(INTERLEAVE_OPERATION_STARTED, self);
    void *outer = started_by_foundation;
    started_by_foundation = self;
    if (REAL(operation_is_cancelled)(self)) TELL(INTERLEAVE_OPERATION_FINISHING, self);
    OPERATE(REAL(operation_start)(self));
    started_by_foundation = outer;
}

SWIFT IL_EXPORT void operation_start(SELF)
{
    if (il_controlled()) {
        void *address = __builtin_return_address(0);
        start_controlled(self, il_called_by_program(address) ? (uintptr_t)address : 0);
        return;
    }
    if (!il_recording()) {
        REAL(operation_start)(self);
        return;
    }
    uintptr_t caller = il_module_of((uintptr_t)__builtin_return_address(0)) == IL_PROGRAM ? (uintptr_t)__builtin_return_address(0) : 0;
    if (caller) il_start_operation_by_hand(self, caller);
    il_begin_operation(self);
    void *outer = started_by_foundation;
    started_by_foundation = self;
    REAL(operation_start)(self);
    started_by_foundation = outer;
    if (il_recording()) il_end_operation(self);
}

void il_main_of_operation_returned(void *self)
{
    if (il_controlled()) {
        if (started_by_foundation == self) TELL(INTERLEAVE_OPERATION_FINISHING, self);
        return;
    }
    if (started_by_foundation == self && il_recording()) il_end_operation(self);
}

SWIFT IL_EXPORT void operation_main(SELF)
{
    REAL(operation_main)(self);
    il_main_of_operation_returned(self);
}

SWIFT IL_EXPORT void block_operation_main(SELF)
{
    if (il_controlled()) RUN_PROGRAM(REAL(block_operation_main)(self));
    else REAL(block_operation_main)(self);
    il_main_of_operation_returned(self);
}

SWIFT IL_EXPORT void operation_cancel(SELF)
{
    if (il_controlled()) {
        TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = INTERLEAVE_OPERATION_CANCELLED);
        OPERATE(REAL(operation_cancel)(self));
        return;
    }
    if (il_recording()) {
        il_lock_operations();
        struct il_operation *operation = il_find_operation(self);
        uint64_t item = operation ? operation->item : 0;
        il_unlock_operations();
        uintptr_t caller = il_caller_on_behalf(__builtin_frame_address(0));
        if (item) il_write_place(IL_OPERATION_CANCELLED, 0, item, 0, caller, 0, 0);
    }
    REAL(operation_cancel)(self);
}

// The key says what has changed; the operation itself is asked whether it is done, whatever the key.
static void changed(void *self)
{
    if (!il_recording()) return;
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self);
    bool running = operation && operation->began && !operation->ended;
    il_unlock_operations();
    if (!running) return;
    il_enter();
    bool finished = il_operation_is_finished(self);
    il_leave();
    if (finished) il_end_operation(self);
}

SWIFT IL_EXPORT void operation_changed_key(uint64_t low, void *high, SELF)
{
    if (il_controlled()) {
        // The explorer is told that it has finished where Foundation asks whether it has.
        static const char ready[] = "isReady";
        char key[sizeof ready];
        size_t length = il_read_string((struct il_optional_string){low, (uint64_t)high}, key, sizeof key);
        if (length == sizeof ready - 1 && memcmp(key, ready, length) == 0) {
            TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = INTERLEAVE_OPERATION_CHANGED);
        }
        OPERATE(REAL(operation_changed_key)(low, high, self));
        return;
    }
    changed(self);
    REAL(operation_changed_key)(low, high, self);
}

SWIFT IL_EXPORT void operation_changed_path(void *path, void *type, SELF)
{
    if (il_controlled()) {
        OPERATE(REAL(operation_changed_path)(path, type, self));
        return;
    }
    changed(self);
    REAL(operation_changed_path)(path, type, self);
}

// MARK: dependencies and waiting

static void depend(void *self, void *other, uint16_t kind, uintptr_t caller)
{
    if (!caller) return;
    uint64_t awaited = il_item_of_operation(other);
    il_write_place(kind, 0, il_item_of_operation(self), awaited, caller, 0, 0);
    // It may never be added to a queue: then this is its only name.
    char label[512];
    il_enter();
    size_t length = kind == IL_OPERATION_DEPENDS ? il_label_of_operation(other, label, sizeof label) : 0;
    il_leave();
    if (length) il_write_text(awaited, IL_OPERATION_DEPENDS, label, length);
}

SWIFT IL_EXPORT void operation_add_dependency(void *other, SELF)
{
    if (il_controlled()) {
        TELL(INTERLEAVE_OPERATION_TOUCHED, self, .other = (uintptr_t)other, .value = INTERLEAVE_OPERATION_DEPENDS);
        OPERATE(REAL(operation_add_dependency)(other, self));
        return;
    }
    if (il_recording()) depend(self, other, IL_OPERATION_DEPENDS, il_caller_on_behalf(__builtin_frame_address(0)));
    REAL(operation_add_dependency)(other, self);
}

SWIFT IL_EXPORT void operation_remove_dependency(void *other, SELF)
{
    if (il_controlled()) {
        TELL(INTERLEAVE_OPERATION_TOUCHED, self, .other = (uintptr_t)other, .value = INTERLEAVE_OPERATION_INDEPENDENT);
        OPERATE(REAL(operation_remove_dependency)(other, self));
        return;
    }
    if (il_recording()) depend(self, other, IL_OPERATION_INDEPENDENT, il_caller_on_behalf(__builtin_frame_address(0)));
    REAL(operation_remove_dependency)(other, self);
}

SWIFT IL_EXPORT void operation_wait(SELF)
{
    uintptr_t caller;
    if (il_controlled()) {
        bool finished = il_operation_is_finished(self);
        TELL(INTERLEAVE_OPERATION_WAIT, self, .value = finished);
        OPERATE(REAL(operation_wait)(self));
        return;
    }
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(operation_wait)(self);
        return;
    }
    uint64_t item = il_item_of_operation(self);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION, item, IL_FOREVER, caller, 0, 0);
    il_enter();
    REAL(operation_wait)(self);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION, item, 0);
}
