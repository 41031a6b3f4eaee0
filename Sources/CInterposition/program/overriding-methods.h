// Overrides, in a library's classes, of a method of another class of the library:
// overriding-methods.c.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

// Visits the code of each override in this library of the method with this descriptor, of the class
// with that descriptor (mangled names).
IL_HIDDEN void il_each_override(const char *library, const char *class, const char *method, void (*visit)(uintptr_t address));
