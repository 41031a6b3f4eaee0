// Patches of functions that a library calls itself: patches.c.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// A function of a loaded library, exported or not, and its replacement for controlled tasks.
// `original` is set to the original code.
struct il_patch {
    const char *name;
    void *replacement;
    void **original;
};

// The most functions that can be changed in one call, if they lie in one library.
enum { IL_MOST_PATCHES = 64 };

// A library of NULL is the program itself. Changes those functions for the whole process: each call
// of one leads to the replacement. Returns the name of the first that cannot be changed; NULL: all
// are, and `patches` must stay valid. A function that was changed before: the earlier replacement
// calls this one as its original.
IL_HIDDEN const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count);

// The same for functions at these addresses, in any library; those that cannot be changed stay as
// they are.
IL_HIDDEN void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count);
