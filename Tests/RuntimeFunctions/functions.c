// Tests the assumptions of patches.c directly. CommandTests compile and run it.
//
//     functions lengths < instructions    each line has the bytes of one instruction: prints those whose length differs
//     functions names                     prints where each private function of the Swift runtime is: by its code and, where it has one, by its name
//     functions epilogues LIBRARY         at each of its calls: compares the caller's frame, read from the function's end, with the description
//     functions changes LIBRARY FUNCTION  patches all functions of the library that has this one, and prints those that cannot be patched
#define _GNU_SOURCE
#include "program/epilogues.h"
#include "program/instructions.h"
#include "program/library-code.h"
#include "program/library-symbols.h"
#include "program/patches.h"
#include "program/runtime-functions.h"
#include "program/unwind.c"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_lengths(void)
{
    char line[256];
    long count = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        uint8_t code[32];
        size_t length = 0;
        memset(code, 0x90, sizeof code);
        for (const char *at = line; length < 16; at += 2) {
            unsigned byte;
            if (sscanf(at, "%2x", &byte) != 1) break;
            code[length++] = (uint8_t)byte;
        }
        if (!length) continue;
        count++;
        if (il_decode(code).length == length) continue;
        wrong++;
        printf("%u bytes, not %zu: %s", il_decode(code).length, length, line);
    }
    printf("%ld instructions, %ld wrong\n", count, wrong);
    return wrong != 0 || count == 0;
}

static int find_functions(void)
{
    static const char *const names[] = {IL_STREAM_LOCK, IL_STREAM_UNLOCK, IL_SLEEP_UNTIL, IL_CANCEL_RECORDS, IL_GROUP_CANCEL, IL_GROUP_MARK};
    struct il_library_code library;
    int wrong = 0;
    if (!dlopen("libswift_Concurrency.so", RTLD_NOW | RTLD_GLOBAL) || !il_library_code(IL_RUNTIME, &library)) return 2;
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        struct il_code found = {library.base, 0}, named = {library.base, 0};
        il_function_by_code(names[index], &found);
        il_private_function(IL_RUNTIME, names[index], &named);
        printf("%s: %#zx by its code, %#zx by its name\n", names[index], found.first - library.base, named.first - library.base);
        wrong += found.first == library.base || (named.first != library.base && named.first != found.first);
    }
    return wrong != 0;
}

// MARK: callers

IL_HIDDEN __thread struct il_thread il_self;
enum il_module_kind il_module_of(uintptr_t address) { return il_segment_of(address).size ? IL_SYSTEM : IL_UNKNOWN; }

static int describe(struct dl_phdr_info *info, size_t size, void *name)
{
    (void)size;
    if (info->dlpi_name && strstr(info->dlpi_name, name)) il_unwind_describe(info);
    return 0;
}

// At each call in the library: is the caller's frame where the library's description says it is?
static int compare_epilogues(const char *name)
{
    struct il_library_code library;
    struct il_code function;
    long calls = 0, unknown = 0, wrong = 0;
    if (!dlopen(name, RTLD_NOW | RTLD_GLOBAL) || !il_library_code(name, &library)) return 2;
    dl_iterate_phdr(describe, (void *)name);
    for (uint32_t row = 0; il_next_function(&library, &row, &function);) {
        struct il_instruction instruction;
        for (uintptr_t at = function.first; at - function.first < function.size; at += instruction.length) {
            instruction = il_decode((const uint8_t *)at);
            if (!instruction.length) break;
            uintptr_t next = at + instruction.length;
            if (instruction.kind != IL_CALL || next - function.first >= function.size) continue;
            struct rule told = from_description(0, next - 1), read = from_epilogue(next);
            if (!told.valid) continue;
            calls++;
            unknown += !read.valid;
            // (By the frame pointer or by the stack pointer: the two cannot be compared here.)
            if (!read.valid || told.from_frame_pointer != read.from_frame_pointer) continue;
            if (told.offset == read.offset && (!read.saved_below || told.saved_below == read.saved_below)) continue;
            wrong++;
            printf("%#zx: %u %u, not %u %u\n", next - library.base, read.offset, read.saved_below, told.offset, told.saved_below);
        }
    }
    printf("%ld calls, %ld unknown, %ld wrong\n", calls, unknown, wrong);
    return 0;
}

// MARK: changing functions

enum { MOST = 1 << 16 };
static struct { uintptr_t address; const char *name; } all[MOST];
static size_t count;

static void note(const char *name, uintptr_t address, size_t size)
{
    (void)size;
    if (count < MOST) all[count].address = address, all[count++].name = name;
}

static int by_address(const void *one, const void *other)
{
    uintptr_t first = *(const uintptr_t *)one, second = *(const uintptr_t *)other;
    return first < second ? -1 : first > second;
}

// (Nothing else runs in this process: it uses no function of the library.)
static int change_functions(const char *library, const char *known)
{
    if (!dlopen(library, RTLD_NOW | RTLD_GLOBAL)) return 2;
    il_each_function(known, note);
    qsort(all, count, sizeof all[0], by_address);
    size_t different = 0, unchanged = 0;
    for (size_t index = 0; index < count; index++) {
        if (!different || all[different - 1].address != all[index].address) all[different++] = all[index];
    }
    static void *originals[MOST];
    for (size_t first = 0; first < different; first += IL_MOST_PATCHES) {
        struct il_patch patches[IL_MOST_PATCHES];
        uintptr_t addresses[IL_MOST_PATCHES];
        size_t number = different - first < IL_MOST_PATCHES ? different - first : IL_MOST_PATCHES;
        for (size_t index = 0; index < number; index++) {
            addresses[index] = all[first + index].address;
            patches[index] = (struct il_patch){NULL, (void *)change_functions, &originals[first + index]};
        }
        il_patch_where_possible(addresses, patches, number);
    }
    for (size_t index = 0; index < different; index++) {
        if (originals[index]) continue;
        unchanged++;
        printf("%s", all[index].name);
        for (int byte = 0; byte < 16; byte++) printf(" %02x", ((const uint8_t *)all[index].address)[byte]);
        printf("\n");
    }
    printf("%zu functions, %zu unchanged\n", different, unchanged);
    return 0;
}

int main(int number, char **arguments)
{
    if (number == 2 && strcmp(arguments[1], "lengths") == 0) return compare_lengths();
    if (number == 2 && strcmp(arguments[1], "names") == 0) return find_functions();
    if (number == 3 && strcmp(arguments[1], "epilogues") == 0) return compare_epilogues(arguments[2]);
    if (number == 4 && strcmp(arguments[1], "changes") == 0) return change_functions(arguments[2], arguments[3]);
    return 2;
}
