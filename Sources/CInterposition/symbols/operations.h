// Shared by the files about Foundation's operations. See operations.c for the design.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "program/modules.h"

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

// operations.c
IL_HIDDEN void il_start_operation_by_hand(void *operation, uintptr_t caller);
IL_HIDDEN void il_main_of_operation_returned(void *operation);

// operation-classes.c: the method tables in class objects
IL_HIDDEN void il_patch_operations(void);
IL_HIDDEN bool il_operation_is_finished(void *operation);
IL_HIDDEN void il_watch_class_of_operation(void *operation);
IL_HIDDEN bool il_leaves_readiness(void *operation);
IL_HIDDEN uintptr_t il_code_of_operation(void *operation);
