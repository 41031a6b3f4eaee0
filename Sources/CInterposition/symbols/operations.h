// Shared by the files about Foundation's operations. See operations.c for the design.
#pragma once

#include "recorder/wrapped-blocks.h"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// A method of Foundation: its symbol, and our function that replaces it. The real one is looked up
// at the first call.
#define METHOD(name, symbol, result, ...) SWIFT IL_EXPORT result name(__VA_ARGS__) __asm__(symbol);
#include "symbols/operation-methods.h"
#undef METHOD

#define REAL(name)                                                                                  \
    ({                                                                                              \
        static __typeof__(&name) _Atomic real_##name;                                               \
        __typeof__(&name) found = atomic_load_explicit(&real_##name, memory_order_relaxed);         \
        if (!found) {                                                                               \
            found = (__typeof__(&name))il_real(name##_symbol);                                      \
            atomic_store_explicit(&real_##name, found, memory_order_relaxed);                       \
        }                                                                                           \
        found;                                                                                      \
    })

struct il_operation {
    struct il_operation *next;
    const void *address;
    uint64_t item;
    void *queue;            // the OperationQueue it was added to
    uintptr_t closure;      // for a block operation
    uint16_t how;
    bool added, began, ended;
};

// operation-table.c: what is known of an operation, by its address
IL_HIDDEN void il_lock_operations(void);
IL_HIDDEN void il_unlock_operations(void);
IL_HIDDEN struct il_operation *il_find_operation(const void *address);
IL_HIDDEN struct il_operation *il_know_operation(const void *address, bool fresh);
IL_HIDDEN uint64_t il_item_of_operation(const void *address);
IL_HIDDEN void il_know_operation_queue(void *queue);
IL_HIDDEN void il_make_operation_queue(void *queue);
IL_HIDDEN int64_t il_priority_of_operation(void *operation);
IL_HIDDEN void il_return_from_start(void *operation);
IL_HIDDEN size_t il_name_of_operation_queue(void *queue, char *text, size_t room);
IL_HIDDEN size_t il_label_of_operation(void *operation, char *text, size_t room);
IL_HIDDEN void il_begin_operation(void *operation);
IL_HIDDEN void il_end_operation(void *operation);

// operations.c
IL_HIDDEN void il_start_operation_by_hand(void *operation, uintptr_t caller);
IL_HIDDEN void il_main_of_operation_returned(void *operation);

// operation-classes.c: the method tables in class objects
IL_HIDDEN bool il_operation_is_finished(void *operation);
IL_HIDDEN void il_watch_class_of_operation(void *operation);
IL_HIDDEN bool il_leaves_readiness(void *operation);
IL_HIDDEN uintptr_t il_code_of_operation(void *operation);
