// The functions that a loaded library exports, and the names that the program asks libraries for.
#pragma once

#include "record.h"

// Each function of the library that also has the function `known`, by its mangled name.
IL_HIDDEN void il_each_function(const char *known, void (*visit)(const char *name, uintptr_t address, size_t size));
// Whether the program refers to something of a library whose name begins so.
IL_HIDDEN bool il_program_names(const char *prefix);
