// Private functions of the Swift runtime, and how each is recognized without its name.
//
// The libraries of the toolchains from swift.org have symbol tables. A distribution's libraries are
// stripped: only the code of a private function is left. Each function here does something that no
// other function of the runtime does, or is called by one that is known. If that leads to no
// function, or to two, none is found: a wrong one would be worse.
#define _GNU_SOURCE
#include "program/runtime-functions.h"

#include "program/library-code.h"

#include <dlfcn.h>
#include <string.h>

enum { SHORT = 64, ANY = 1 << 20 };

// The only callee of `caller` for which `is_it` is true: `found` is it already, or is empty before.
// False: there are two.
static bool find_called(
    const struct il_library_code *library, struct il_code caller, bool (*is_it)(struct il_code function, uintptr_t known), uintptr_t known,
    struct il_code *found)
{
    uintptr_t at = 0;
    struct il_reference reference;
    while (il_next_reference(caller, &at, &reference)) {
        struct il_code called;
        if (!reference.is_call || reference.target - caller.first < caller.size) continue;
        if (!il_function_around(library, reference.target, &called) || called.first != reference.target || !is_it(called, known)) continue;
        if (found->first && found->first != called.first) return false;
        *found = called;
    }
    return true;
}

// The lock of a stream has its own functions; all other code locks within a larger function.
static bool find_stream_lock(const struct il_library_code *library, struct il_code *code)
{
    return il_only_caller(library, "pthread_mutex_lock", SHORT, code);
}

static bool is_at(struct il_code function, uintptr_t address) { return function.first == address; }
static bool unlocks(struct il_code function, uintptr_t import)
{
    return function.size <= SHORT && il_calls_import(function, *(const struct il_import *)import);
}

// The code that acquires a stream's lock releases it by a function that is as short: the only such
// function that is called there.
static bool find_stream_unlock(const struct il_library_code *library, struct il_code *code)
{
    struct il_import unlock = il_import_of(library, "pthread_mutex_unlock");
    struct il_code lock, caller;
    if (!find_stream_lock(library, &lock)) return false;
    *code = (struct il_code){0};
    for (uint32_t row = 0; il_next_function(library, &row, &caller);) {
        struct il_code called = {0};
        find_called(library, caller, is_at, lock.first, &called);
        if (called.first && !find_called(library, caller, unlocks, (uintptr_t)&unlock, code)) return false;
    }
    return code->first;
}

// A delayed job is left to a timer: the runtime's only one.
static bool find_sleep(const struct il_library_code *library, struct il_code *code)
{
    return il_only_caller(library, "dispatch_source_set_timer", ANY, code);
}

// MARK: cancellation

// `swift_task_cancel` passes the address of one function only: the one that visits the status
// records of a cancelled Swift task.
static bool find_cancel_records(const struct il_library_code *library, struct il_code *code)
{
    struct il_code cancel;
    uintptr_t at = 0, exported = (uintptr_t)dlsym(RTLD_NEXT, "swift_task_cancel");
    struct il_reference reference;
    size_t found = 0;
    if (!exported || !il_function_around(library, exported, &cancel)) return false;
    while (il_next_reference(cancel, &at, &reference)) {
        struct il_code referred;
        if (reference.is_call || !il_function_around(library, reference.target, &referred) || referred.first != reference.target) continue;
        *code = referred;
        found++;
    }
    return found == 1;
}

static bool refers_to(struct il_code function, uintptr_t address)
{
    uintptr_t at = 0;
    struct il_reference reference;
    while (il_next_reference(function, &at, &reference)) {
        if (!reference.is_call && reference.target == address) return true;
    }
    return false;
}

// This function calls the cancellation of a whole group, which passes the same address for each
// child.
static bool find_group_cancel(const struct il_library_code *library, struct il_code *code)
{
    struct il_code records;
    *code = (struct il_code){0};
    return find_cancel_records(library, &records) && find_called(library, records, refers_to, records.first, code) && code->first;
}

// That one first marks the group: in its highest bit, which is a constant of eight bytes.
static bool marks_group(struct il_code function, uintptr_t known)
{
    (void)known;
    static const uint8_t highest_bit[] = {0, 0, 0, 0, 0, 0, 0, 0x80};
    return function.size <= SHORT && memmem((const void *)function.first, function.size, highest_bit, sizeof highest_bit);
}

static bool find_group_mark(const struct il_library_code *library, struct il_code *code)
{
    struct il_code cancel;
    *code = (struct il_code){0};
    return find_group_cancel(library, &cancel) && find_called(library, cancel, marks_group, 0, code) && code->first;
}

// MARK: by name

static const struct {
    const char *name;
    bool (*find)(const struct il_library_code *library, struct il_code *code);
} recipes[] = {
    {IL_STREAM_LOCK, find_stream_lock}, {IL_STREAM_UNLOCK, find_stream_unlock}, {IL_SLEEP_UNTIL, find_sleep},
    {IL_CANCEL_RECORDS, find_cancel_records}, {IL_GROUP_CANCEL, find_group_cancel}, {IL_GROUP_MARK, find_group_mark},
};

bool il_function_by_code(const char *name, struct il_code *code)
{
    struct il_library_code library;
    for (size_t index = 0; index < sizeof recipes / sizeof recipes[0]; index++) {
        if (strcmp(recipes[index].name, name) == 0) return il_library_code(IL_RUNTIME, &library) && recipes[index].find(&library, code);
    }
    return false;
}

bool il_runtime_function(const char *library, const char *name, struct il_code *code)
{
    if (il_private_function(library, name, code)) return true;
    return library && strcmp(library, IL_RUNTIME) == 0 && il_function_by_code(name, code);
}
