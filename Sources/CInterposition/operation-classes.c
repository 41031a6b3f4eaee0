// The class objects of operations: the words in their tables of methods that lead to us instead. See operations.c.
#define _GNU_SOURCE
#include "operations.h"
#include "swift-values.h"

#include <dlfcn.h>
#include <sys/mman.h>

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "operation-methods.h"
#undef METHOD

// Where in a class object the words of two methods stand, in bytes from its start; found when the tables are patched.
static size_t start_slot, finished_slot;

SWIFT typedef bool (*flag_getter)(SELF);

bool il_operation_is_finished(void *self)
{
    const char *class = *(const char **)self;
    return finished_slot && (*(flag_getter *)(class + finished_slot))(self);
}

// MARK: classes that override start()

struct override {
    const void *class;
    SWIFT void (*start)(SELF);
};
static struct override overrides[256];
static _Atomic uint32_t override_count;

SWIFT static void overridden_start(SELF)
{
    const void *class = *(const void **)self;
    SWIFT void (*original)(SELF) = NULL;
    uint32_t count = atomic_load(&override_count);
    for (uint32_t index = 0; index < count && !original; index++) {
        if (overrides[index].class == class) original = overrides[index].start;
    }
    bool recorded = il_recording();
    if (recorded) il_begin_operation(self);
    original(self);
    if (recorded && il_recording()) {
        il_enter();
        bool finished = il_operation_is_finished(self);
        il_leave();
        if (finished) il_end_operation(self);
    }
}

static bool make_writable(void *word)
{
    uintptr_t page = (uintptr_t)word & ~(uintptr_t)4095;
    return mprotect((void *)page, 4096, PROT_READ | PROT_WRITE) == 0;
}

void il_watch_class_of_operation(void *operation)
{
    char *class = *(char **)operation;
    if (!start_slot) return;
    SWIFT void (**word)(SELF) = (SWIFT void (**)(SELF))(class + start_slot);
    SWIFT void (*present)(SELF) = *word;
    if (present == operation_start || present == REAL(operation_start) || present == overridden_start) return;
    il_lock_operations();
    uint32_t count = atomic_load(&override_count);
    if (*word != overridden_start && count < 256 && make_writable(word)) {
        overrides[count] = (struct override){class, *word};
        atomic_store(&override_count, count + 1);
        *word = overridden_start;
    }
    il_unlock_operations();
}

// MARK: the tables of methods

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
        {operation_wait_symbol, operation_wait},
    };
    char *class = dlsym(RTLD_DEFAULT, symbol);
    if (!class) return;
    void *is_finished_getter = il_real("$s10Foundation9OperationC10isFinishedSbvg");
    size_t size = il_class_size(class);
    for (size_t offset = 48; offset + 8 <= size; offset += 8) {
        void **word = (void **)(class + offset);
        if (*word && *word == is_finished_getter && !finished_slot) finished_slot = offset;
        for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
            if (methods[index].ours == (void *)operation_start && *word == methods[index].ours) start_slot = offset;
            if (!*word || *word != il_real(methods[index].symbol) || *word == methods[index].ours) continue;
            if (methods[index].ours == (void *)operation_start) start_slot = offset;
            if (make_writable(word)) *word = methods[index].ours;
        }
    }
}

void il_patch_operations(void)
{
    patch_class("$s10Foundation9OperationCN");
    patch_class("$s10Foundation14BlockOperationCN");
    patch_class("$s10Foundation14OperationQueueCN");
}
