// Finds functions in the code of a library that does not export them and whose file has no symbol
// table, as in Linux distributions.
//
// Three things are left there. The table for unwinding exceptions says where each function begins
// and ends. The table of imported functions says by which stub each is called. And instructions say
// what they call. So a function is found by what it calls, or by what calls it.
#define _GNU_SOURCE
#include "program/library-code.h"

#include "program/instructions.h"

#include <elf.h>
#include <link.h>
#include <string.h>

// `.eh_frame_hdr`: a sorted table of (function, description), both relative to the section itself.
struct function_table {
    uint8_t version, frame_encoding, count_encoding, table_encoding;
    int32_t frame;
    uint32_t count;
    struct { int32_t function, description; } rows[];
};

// The format that every linker writes: four bytes relative to the field, four bytes, and four bytes
// relative to the section.
static bool is_readable(const struct function_table *table)
{
    return table->version == 1 && table->frame_encoding == 0x1b && table->count_encoding == 0x03 && table->table_encoding == 0x3b;
}

struct sought {
    const char *name;
    uintptr_t address;
    struct il_library_code code;
};

static struct il_library_code code_of(const struct dl_phdr_info *info)
{
    struct il_library_code code = {.base = info->dlpi_addr};
    for (int number = 0; number < info->dlpi_phnum; number++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[number];
        uintptr_t first = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) code.code = (struct il_code){first, segment->p_memsz};
        if (segment->p_type == PT_GNU_EH_FRAME) code.functions = (const void *)first;
        if (segment->p_type == PT_DYNAMIC) code.dynamic = (const void *)first;
    }
    return code;
}

static int find_by_name(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct sought *sought = context;
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    if (!slash || strncmp(slash + 1, sought->name, strlen(sought->name)) != 0) return 0;
    sought->code = code_of(info);
    return 1;
}

static int find_by_address(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct sought *sought = context;
    struct il_library_code code = code_of(info);
    if (sought->address - code.code.first >= code.code.size) return 0;
    sought->code = code;
    return 1;
}

bool il_library_code(const char *library, struct il_library_code *code)
{
    struct sought sought = {.name = library};
    if (!dl_iterate_phdr(find_by_name, &sought)) return false;
    *code = sought.code;
    return code->code.size && code->dynamic && code->functions && is_readable(code->functions);
}

struct il_code il_segment_of(uintptr_t address)
{
    struct sought sought = {.address = address};
    return dl_iterate_phdr(find_by_address, &sought) ? sought.code.code : (struct il_code){0};
}

// MARK: functions

// A description: its length, its kind, and the begin of its function (relative to here) and its
// length.
static bool function_in_row(const struct function_table *table, uint32_t row, struct il_code *function)
{
    const uint8_t *description = (const uint8_t *)table + table->rows[row].description;
    int32_t begin;
    uint32_t size;
    memcpy(&begin, description + 8, 4);
    memcpy(&size, description + 12, 4);
    function->first = (uintptr_t)table + (uintptr_t)(intptr_t)table->rows[row].function;
    function->size = size;
    return (uintptr_t)(description + 8) + (uintptr_t)(intptr_t)begin == function->first;
}

bool il_function_around(const struct il_library_code *library, uintptr_t address, struct il_code *function)
{
    const struct function_table *table = library->functions;
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if ((uintptr_t)table + (uintptr_t)(intptr_t)table->rows[middle].function <= address) low = middle + 1;
        else high = middle;
    }
    return low && function_in_row(table, low - 1, function) && address - function->first < function->size;
}

bool il_next_function(const struct il_library_code *library, uint32_t *row, struct il_code *function)
{
    const struct function_table *table = library->functions;
    while (*row < table->count) {
        if (function_in_row(table, (*row)++, function)) return true;
    }
    return false;
}

bool il_next_reference(struct il_code function, uintptr_t *at, struct il_reference *reference)
{
    if (!*at) *at = function.first;
    while (*at - function.first < function.size) {
        const uint8_t *code = (const uint8_t *)*at;
        struct il_instruction instruction = il_decode(code);
        if (!instruction.length) return false;
        *at += instruction.length;
        if (instruction.distance_size != 4) continue;
        reference->target = (uintptr_t)il_target_of(code, instruction);
        reference->is_call = instruction.kind == IL_CALL || instruction.kind == IL_JUMP;
        if (instruction.kind != IL_BRANCH) return true;
    }
    return false;
}

// MARK: imports

static uintptr_t word_of(const struct il_library_code *library, const char *name)
{
    const ElfW(Rela) *relocations = NULL;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    size_t size = 0;
    for (const ElfW(Dyn) *entry = library->dynamic; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_JMPREL) relocations = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_PLTRELSZ) size = entry->d_un.d_val;
        if (entry->d_tag == DT_SYMTAB) symbols = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) names = (const void *)entry->d_un.d_ptr;
    }
    if (!relocations || !symbols || !names) return 0;
    for (size_t index = 0; index < size / sizeof *relocations; index++) {
        const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocations[index].r_info)];
        if (strcmp(names + symbol->st_name, name) == 0) return library->base + relocations[index].r_offset;
    }
    return 0;
}

// A stub is a jump through the word, perhaps after an instruction that marks a jump target.
static uintptr_t stub_of(const struct il_library_code *library, uintptr_t word)
{
    static const uint8_t mark[] = {0xF3, 0x0F, 0x1E, 0xFA};
    const uint8_t *first = (const uint8_t *)library->code.first, *end = first + library->code.size - 6;
    for (const uint8_t *at = first; at < end; at++) {
        if (at[0] != 0xFF || at[1] != 0x25) continue;
        int32_t distance;
        memcpy(&distance, at + 2, 4);
        if ((uintptr_t)(at + 6 + distance) != word) continue;
        return (uintptr_t)(at - first >= 4 && memcmp(at - 4, mark, sizeof mark) == 0 ? at - 4 : at);
    }
    return 0;
}

struct il_import il_import_of(const struct il_library_code *library, const char *name)
{
    uintptr_t word = word_of(library, name);
    return (struct il_import){word ? stub_of(library, word) : 0, word};
}

bool il_calls_import(struct il_code function, struct il_import import)
{
    uintptr_t at = 0;
    struct il_reference reference;
    // (All stubs together count as a function, too.)
    if (import.stub - function.first < function.size) return false;
    while (import.word && il_next_reference(function, &at, &reference)) {
        if (reference.target == import.word || (reference.is_call && reference.target == import.stub)) return true;
    }
    return false;
}

bool il_only_caller(const struct il_library_code *library, const char *name, size_t largest, struct il_code *function)
{
    struct il_import import = il_import_of(library, name);
    struct il_code candidate;
    uint32_t row = 0;
    size_t found = 0;
    while (found < 2 && il_next_function(library, &row, &candidate)) {
        if (candidate.size > largest || !il_calls_import(candidate, import)) continue;
        *function = candidate;
        found++;
    }
    return found == 1;
}
