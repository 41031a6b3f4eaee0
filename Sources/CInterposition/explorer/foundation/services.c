// Names for what the program has called when a library, on its behalf, makes a call that cannot be
// explored: "FileHandle.readabilityHandler" says more than "a dispatch source".
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "explorer/bridge.h"

char *swift_demangle(const char *mangled, size_t length, char *output, size_t *size, uint32_t flags);

// The symbol of the function that contains a return address; null: none.
static const char *symbol_at(uintptr_t address)
{
    Dl_info info;
    return address && dladdr((void *)(address - 1), &info) ? info.dli_sname : NULL;
}

// "Foundation.FileHandle.readabilityHandler.setter : ((Foundation.FileHandle) -> ())?" becomes
// "FileHandle.readabilityHandler", in place.
static const char *shortened(char *name)
{
    static const char *const before[] = {"static ", "dispatch thunk of ", "(extension in Dispatch):", "(extension in Foundation):", "Foundation.",
                                         "FoundationNetworking.", "Dispatch.", "__C."};
    static const char *const after[] = {"(", ".setter", ".getter", ".modify", ".__allocating_init", ".init", " "};
    for (size_t part = 0; part < sizeof before / sizeof before[0]; part++)
        if (strncmp(name, before[part], strlen(before[part])) == 0) name += strlen(before[part]);
    for (size_t part = 0; part < sizeof after / sizeof after[0]; part++) {
        char *end = strstr(name, after[part]);
        if (end && end > name) *end = 0;
    }
    return name;
}

void il_refuse_for_program(const char *name, void *frame)
{
    uintptr_t caller = il_program_caller(frame);
    if (!caller) return;
    const char *symbol = symbol_at(il_library_called_by_program(frame));
    // (Never freed: the process ends.)
    il_enter();
    char *demangled = symbol ? IL_REAL(swift_demangle)(symbol, strlen(symbol), NULL, NULL, 0) : NULL;
    il_leave();
    il_refuse(demangled && *demangled ? shortened(demangled) : name, caller);
}

size_t interleave_demangle(const char *symbol, char *text, size_t room)
{
    il_enter();
    char *demangled = IL_REAL(swift_demangle)(symbol, strlen(symbol), NULL, NULL, 0);
    size_t length = demangled ? strlen(demangled) : 0;
    if (length < room) memcpy(text, demangled ? demangled : "", length);
    free(demangled);
    il_leave();
    return length < room ? length : 0;
}
