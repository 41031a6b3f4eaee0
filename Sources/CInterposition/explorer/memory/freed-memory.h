#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

// Memory that the program has freed, explicitly or with its last reference, while tasks are explored. It
// is kept until the execution is over, so that an access that comes too late is seen, breaks nothing
// else, and is the same in each run.

// Frees memory, and what may be an object: replacements for free(), the second one in the Swift runtime.
IL_HIDDEN void il_give_back(void *memory);
IL_HIDDEN void il_give_back_object(void *memory);

// A bit for each sixteen bytes of memory, as far as they go: whether they may be freed.
enum { IL_GRANULE = 16, IL_GRANULES = 1 << 20 };
IL_HIDDEN extern uint8_t il_freed_marks[IL_GRANULES / 8];
static inline bool il_may_be_freed(uintptr_t address)
{
    uintptr_t granule = address / IL_GRANULE % IL_GRANULES;
    return il_freed_marks[granule / 8] >> granule % 8 & 1;
}

// The program accesses memory at a place; if the memory is freed, the task ends there.
IL_HIDDEN void il_check_freed(uintptr_t address, uintptr_t place);

// The first words of a freed object lead here: its type, and its counts. An access through them stops
// the task, because nothing there can be read. Returns the freed memory; 0: the address is another one.
IL_HIDDEN uintptr_t il_freed_object_at(uintptr_t address);

// Where the program freed memory; 0: not known.
IL_HIDDEN uintptr_t il_place_of_free(uintptr_t memory);

// redirected-libc.c
IL_HIDDEN extern bool il_memory_is_logged;

// `deallocate()` of Swift's unsafe pointers.
#define IL_DEALLOCATES __attribute__((swiftcall, visibility("hidden"))) void
IL_DEALLOCATES il_deallocate_pointer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_raw_pointer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_buffer(void *memory, void *second, void *third);
IL_DEALLOCATES il_deallocate_raw_buffer(void *memory, void *second, void *third);
