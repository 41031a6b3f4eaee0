// The class objects of operations: the words in their method tables that lead to us instead. See
// operations.c.
#define _GNU_SOURCE
#include "explorer/foundation/controlled-operations.h"
#include "program/swift-values.h"
#include "recorder/operation-table.h"
#include "recorder/recording.h"
#include "symbols/operations.h"

#include <dlfcn.h>
#include <sys/mman.h>

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "symbols/operation-methods.h"
#undef METHOD

// The offset of the getter of isFinished in a class object, in bytes; found when the tables are
// patched.
static size_t finished_slot, ready_slot;

SWIFT typedef bool (*flag_getter)(SELF);

bool il_operation_is_finished(void *self)
{
    const char *class = *(const char **)self;
    flag_getter getter = finished_slot ? *(flag_getter *)(class + finished_slot) : NULL;
    if (getter == operation_is_finished) getter = REAL(operation_is_finished);  // only our own code asks
    return getter && getter(self);
}

// MARK: classes of the program that override start() or main()

enum { START, MAIN, FINISHED, SLOTS, CLASSES = 512 };
typedef SWIFT void (*method)(SELF);

// The program's own methods, by class: our functions in the classes' tables call these.
static struct {
    const void *class;
    method original[SLOTS];
} overrides[CLASSES];
static _Atomic uint32_t override_count;
static size_t slot_offsets[SLOTS];

// The call of a program's own method in progress on this thread: a method that calls its
// superclass's through the table must find that one.
static __thread struct under_way {
    const void *self, *class;
    int slot;
} under_way __attribute__((tls_model("initial-exec")));

// The method of the nearest class, from `class` upwards, that has its own; `class` is set to that
// class.
static method own_method(const void **class, int slot)
{
    uint32_t count = atomic_load(&override_count);
    for (; *class; *class = ((const void *const *)*class)[1]) {
        for (uint32_t index = 0; index < count; index++) {
            if (overrides[index].class == *class && overrides[index].original[slot]) return overrides[index].original[slot];
        }
    }
    if (slot == FINISHED) return (method)(void *)operation_is_finished;
    return slot == START ? operation_start : operation_main;
}

static void call_own(void *self, int slot)
{
    struct under_way outer = under_way;
    bool nested = outer.self == self && outer.slot == slot && outer.class;
    const void *class = nested ? ((const void *const *)outer.class)[1] : *(const void **)self;
    method own = own_method(&class, slot);
    under_way = (struct under_way){self, class, slot};
    own(self);
    under_way = outer;
}

SWIFT static void overridden_start(SELF)
{
    if (il_controlled()) {
        if (il_called_by_program(__builtin_return_address(0))) TELL(INTERLEAVE_OPERATION_STARTED, self);
        RUN_PROGRAM(call_own(self, START));
        TELL(INTERLEAVE_OPERATION_TOUCHED, self, .value = INTERLEAVE_OPERATION_START_RETURNED);
        return;
    }
    bool recorded = il_recording();
    if (recorded) {
        void *caller = __builtin_return_address(0);
        if (il_called_by_program(caller)) il_start_operation_by_hand(self, (uintptr_t)caller);
        il_begin_operation(self);
    }
    call_own(self, START);
    if (recorded && il_recording()) {
        il_enter();
        bool finished = il_operation_is_finished(self);
        il_leave();
        if (finished) il_end_operation(self);
        else il_return_from_start(self);
    }
}

SWIFT static void overridden_main(SELF)
{
    if (il_controlled()) RUN_PROGRAM(call_own(self, MAIN));
    else call_own(self, MAIN);
    il_main_of_operation_returned(self);
}

// Whether Foundation alone decides if an operation is ready, without code of the program.
bool il_leaves_readiness(void *operation)
{
    void *getter = ready_slot ? *(void **)(*(char **)operation + ready_slot) : NULL;
    return getter == (void *)operation_is_ready || getter == (void *)REAL(operation_is_ready);
}

// The program's code that an operation runs: its block, or its class's override.
uintptr_t il_code_of_operation(void *operation)
{
    il_lock_operations();
    struct il_operation *known = il_find_operation(operation);
    uintptr_t closure = known ? known->closure : 0;
    il_unlock_operations();
    if (closure) return closure;
    for (int slot = MAIN; slot >= START; slot--) {
        const void *class = *(const void **)operation;
        method own = own_method(&class, slot);
        if (class) return (uintptr_t)own;
    }
    return 0;
}

// Foundation asks whether the operation is finished: if so, its end follows.
SWIFT static bool overridden_is_finished(SELF)
{
    const void *class = *(const void **)self;
    bool finished = ((flag_getter)(void *)own_method(&class, FINISHED))(self);
    if (finished && il_controlled() && il_asks_to_finish(__builtin_return_address(0))) TELL(INTERLEAVE_OPERATION_FINISHING, self);
    return finished;
}

static bool make_writable(void *word)
{
    uintptr_t page = (uintptr_t)word & ~(uintptr_t)4095;
    return mprotect((void *)page, 4096, PROT_READ | PROT_WRITE) == 0;
}

// Puts our function into a slot of a class's table, and keeps the program's. The lock is held.
static void take_over(char *class, int slot, method ours, method foundation, method real)
{
    method *word = (method *)(class + slot_offsets[slot]);
    method present = *word;
    if (!slot_offsets[slot] || present == ours || present == foundation || present == real) return;
    if (il_module_of((uintptr_t)present) != IL_PROGRAM) return;
    uint32_t count = atomic_load(&override_count), index = 0;
    while (index < count && overrides[index].class != class) index++;
    if (index == CLASSES || !make_writable(word)) return;
    overrides[index].class = class;
    overrides[index].original[slot] = present;
    if (index == count) atomic_store(&override_count, count + 1);
    *word = ours;
}

void il_watch_class_of_operation(void *operation)
{
    char *class = *(char **)operation;
    il_lock_operations();
    take_over(class, START, overridden_start, operation_start, REAL(operation_start));
    take_over(class, MAIN, overridden_main, operation_main, REAL(operation_main));
    slot_offsets[FINISHED] = finished_slot;
    take_over(class, FINISHED, (method)(void *)overridden_is_finished, (method)(void *)operation_is_finished, (method)(void *)REAL(operation_is_finished));
    il_unlock_operations();
}

// MARK: the method tables

static void patch_class(const char *symbol)
{
    static const struct {
        const char *symbol;
        void *ours;
    } methods[] = {
        {queue_add_symbol, queue_add}, {queue_add_block_symbol, queue_add_block}, {queue_add_all_symbol, queue_add_all},
        {queue_add_barrier_symbol, queue_add_barrier}, {queue_wait_symbol, queue_wait}, {queue_suspend_symbol, queue_suspend},
        {operation_start_symbol, operation_start}, {operation_cancel_symbol, operation_cancel},
        {operation_add_dependency_symbol, operation_add_dependency}, {operation_remove_dependency_symbol, operation_remove_dependency},
        {operation_wait_symbol, operation_wait}, {operation_main_symbol, operation_main}, {block_operation_main_symbol, block_operation_main},
        {block_operation_add_symbol, block_operation_add}, {operation_is_ready_symbol, operation_is_ready},
        {operation_is_executing_symbol, operation_is_executing}, {operation_is_finished_symbol, operation_is_finished},
        {operation_is_cancelled_symbol, operation_is_cancelled}, {operation_set_priority_symbol, operation_set_priority},
        {operation_set_completion_symbol, operation_set_completion}, {queue_set_limit_symbol, queue_set_limit},
        {queue_set_underlying_symbol, queue_set_underlying}, {queue_cancel_all_symbol, queue_cancel_all}, {queue_set_name_symbol, queue_set_name},
        {thread_start_symbol, thread_start}, {thread_set_name_symbol, thread_set_name},
    };
    char *class = dlsym(RTLD_DEFAULT, symbol);
    if (!class) return;
    void *is_finished_getter = il_real(operation_is_finished_symbol), *is_ready_getter = il_real(operation_is_ready_symbol);
    size_t size = il_class_size(class);
    for (size_t offset = 48; offset + 8 <= size; offset += 8) {
        void **word = (void **)(class + offset);
        if (*word && *word == is_finished_getter && !finished_slot) finished_slot = offset;
        if (*word && *word == is_ready_getter && !ready_slot) ready_slot = offset;
        for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
            if (!*word || (*word != methods[index].ours && *word != il_real(methods[index].symbol))) continue;
            if (methods[index].ours == (void *)operation_start) slot_offsets[START] = offset;
            if (methods[index].ours == (void *)operation_main) slot_offsets[MAIN] = offset;
            if (*word == methods[index].ours) continue;
            if (make_writable(word)) *word = methods[index].ours;
        }
    }
}

void il_patch_operations(void)
{
    patch_class("$s10Foundation9OperationCN");
    patch_class("$s10Foundation14BlockOperationCN");
    patch_class("$s10Foundation14OperationQueueCN");
    patch_class("$s10Foundation6ThreadCN");
}
