// The files of code in the process (modules.c), and which of them has made a call (callers.c).
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

enum il_module_kind { IL_UNKNOWN, IL_PROGRAM, IL_OVERLAY /* libswiftDispatch */, IL_LIBDISPATCH, IL_FOUNDATION, IL_CONCURRENCY, IL_LIBC, IL_OURS, IL_SYSTEM };
IL_HIDDEN void *il_real(const char *name);
IL_HIDDEN void il_scan_modules(void);
// Writes the files into the trace.
IL_HIDDEN void il_define_modules(void);
IL_HIDDEN enum il_module_kind il_module_of(uintptr_t address);
IL_HIDDEN bool il_is_code(uintptr_t address);
IL_HIDDEN bool il_is_data_of_program(uintptr_t address);
IL_HIDDEN bool il_called_by_program(void *return_address);
IL_HIDDEN uintptr_t il_program_caller(void *frame);
// The place in a library's function, called by the program, from which this call came; 0: none.
IL_HIDDEN uintptr_t il_library_called_by_program(void *frame);
IL_HIDDEN uintptr_t il_caller_of_library(const void *frame);
IL_HIDDEN uintptr_t il_caller_on_behalf(void *frame);
IL_HIDDEN uintptr_t il_caller_in_foundation(void *frame);
IL_HIDDEN uintptr_t il_caller_through_foundation(void *frame);
IL_HIDDEN uintptr_t il_closure_of_block(const void *block);
IL_HIDDEN bool il_process_uses_concurrency(void);
IL_HIDDEN bool il_loads_thread_sanitizer(void);
// Whether another copy of this library, which was preloaded, records this process.
IL_HIDDEN bool il_preloaded_recorder_is_recording(void);

// The program's call that led to the symbol whose function uses this, or 0 if the caller works for
// itself.
#define IL_CALLER() il_caller_on_behalf(__builtin_frame_address(0))

#define IL_REAL(name)                                                                                            \
    ({                                                                                                           \
        static __typeof__(&name) _Atomic real_##name;                                                            \
        __typeof__(&name) found = atomic_load_explicit(&real_##name, memory_order_relaxed);                      \
        if (IL_UNLIKELY(!found)) {                                                                               \
            found = (__typeof__(&name))il_real(#name);                                                           \
            atomic_store_explicit(&real_##name, found, memory_order_relaxed);                                    \
        }                                                                                                        \
        found;                                                                                                   \
    })
