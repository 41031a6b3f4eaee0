// Functions of Foundation's classes, and how each touches its object: library-classes.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

// Reads or writes an object that nothing protects; or looks at or changes one that protects itself.
enum il_how { IL_READS, IL_WRITES, IL_LOOKS, IL_CHANGES };

// Each function that accesses such an object, if the program uses Foundation at all. `is_shared`:
// all objects of the class share their state.
IL_HIDDEN void il_each_function_of_objects(void (*tell)(const char *name, uintptr_t address, enum il_how how, bool is_shared));
