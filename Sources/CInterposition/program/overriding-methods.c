// Finds the overrides of a method, as the runtime itself reads them: private classes are included,
// in a library without a symbol table.
//
// The descriptor of a class ends with a table of overrides. Each is three relative addresses: of
// the class that declares the method, of the method's descriptor, and of the code. This is part of
// Swift's stable ABI. The begin of the table depends on much else in the descriptor. So all
// constants of the library are searched, and an override is recognized by the first two addresses.
#define _GNU_SOURCE
#include "program/overriding-methods.h"

#include "program/private-functions.h"

#include <dlfcn.h>

static uintptr_t at_distance(const int32_t *field) { return (uintptr_t)field + (uintptr_t)(intptr_t)*field; }

void il_each_override(const char *library, const char *class, const char *method, void (*visit)(uintptr_t address))
{
    struct il_code constants;
    uintptr_t declaring = (uintptr_t)dlsym(RTLD_DEFAULT, class), declared = (uintptr_t)dlsym(RTLD_DEFAULT, method);
    if (!declaring || !declared || !il_section(library, ".rodata", &constants)) return;
    if (declaring - constants.first >= constants.size) return;
    const int32_t *fields = (const int32_t *)((constants.first + 3) & ~(uintptr_t)3);
    for (size_t index = 0; index + 3 <= constants.size / sizeof *fields - 1; index++) {
        if (at_distance(&fields[index]) == declaring && at_distance(&fields[index + 1]) == declared) visit(at_distance(&fields[index + 2]));
    }
}
