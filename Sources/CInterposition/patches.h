// Functions of a library that it calls for itself, changed in place: patches.c.
#pragma once

#include "record.h"

// A function of a loaded library, exported or not, and what controlled tasks call in its place. `original` is filled in: what it was before.
struct il_patch {
    const char *name;
    void *replacement;
    void **original;
};

// So many functions can be changed at once, if they lie in one library.
enum { IL_MOST_PATCHES = 64 };

// A library of NULL is the program itself. Changes those functions for the whole process: whoever calls one of them comes to the replacement.
// Returns the name of the first that cannot be changed; NULL: all are.
IL_HIDDEN const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count);

// The same for functions at these addresses, in whatever library; those that cannot be changed stay as they are.
IL_HIDDEN void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count);

// The bytes of a function that a loaded library does not export, as the symbol table of its file tells; false: it is not known.
struct il_code {
    uintptr_t first, size;
};
// Each function in the symbol table of a loaded library's file.
IL_HIDDEN void il_each_private_function(const char *library, void (*visit)(const char *name, uintptr_t address, size_t size));
IL_HIDDEN bool il_private_function(const char *library, const char *name, struct il_code *code);
