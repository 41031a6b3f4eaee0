// Functions and sections that a library does not export: private-functions.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// The bytes of a function, or of a section.
struct il_code {
    uintptr_t first, size;
};

// The function of a loaded library with this name, from the symbol tables of its file; false: not
// known. A library of NULL is the program.
IL_HIDDEN bool il_private_function(const char *library, const char *name, struct il_code *code);

// Each function in the symbol table of a loaded library's file. Returns false if the file has no
// such table any more (`strip` removes it).
IL_HIDDEN bool il_each_private_function(const char *library, void (*visit)(const char *name, uintptr_t address, size_t size));

// A section of a loaded library, by its name; false: it has none.
IL_HIDDEN bool il_section(const char *library, const char *name, struct il_code *section);
