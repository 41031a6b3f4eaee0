// The code of a loaded library without symbol names: library-code.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/private-functions.h"

// A library's code in memory.
struct il_library_code {
    uintptr_t base;
    struct il_code code;
    const void *functions;  // the sorted table of its functions (`.eh_frame_hdr`)
    const void *dynamic;    // its dynamic section
};

// False if the library is not loaded, or has no table of its functions.
IL_HIDDEN bool il_library_code(const char *library, struct il_library_code *code);

// The executable memory around an address, in any module; size 0: none.
IL_HIDDEN struct il_code il_segment_of(uintptr_t address);

// The function around an address.
IL_HIDDEN bool il_function_around(const struct il_library_code *library, uintptr_t address, struct il_code *function);

// Iterates over the library's functions, from `*row` on; false: there are no more.
IL_HIDDEN bool il_next_function(const struct il_library_code *library, uint32_t *row, struct il_code *function);

// How the library calls an imported function: by a stub, which jumps through a word, or through
// that word itself. Both 0: it imports no such function.
struct il_import {
    uintptr_t stub, word;
};
IL_HIDDEN struct il_import il_import_of(const struct il_library_code *library, const char *name);
IL_HIDDEN bool il_calls_import(struct il_code function, struct il_import import);

// The only function of at most `largest` bytes that calls the library's import of this name. False:
// there is none, or more than one.
IL_HIDDEN bool il_only_caller(const struct il_library_code *library, const char *import, size_t largest, struct il_code *function);

// A reference of an instruction: it calls (or ends with a jump to) `target`, or else takes its
// address or reads it.
struct il_reference {
    uintptr_t target;
    bool is_call;
};
// Iterates over a function's references, from `*at` on (0: from the first); false: there are no
// more.
IL_HIDDEN bool il_next_reference(struct il_code function, uintptr_t *at, struct il_reference *reference);
