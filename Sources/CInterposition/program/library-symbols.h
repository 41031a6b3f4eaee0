// The functions that a loaded library exports, and the names that the program imports from
// libraries.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// Each function of the library that also has the function `known`, by its mangled name.
IL_HIDDEN void il_each_function(const char *known, void (*visit)(const char *name, uintptr_t address, size_t size));
// Whether the program refers to a library's symbol with this prefix.
IL_HIDDEN bool il_program_names(const char *prefix);
