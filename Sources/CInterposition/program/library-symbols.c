#define _GNU_SOURCE
#include "program/library-symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <string.h>

struct symbols {
    const ElfW(Sym) *all;
    const char *names;
    size_t count;
};

// Defined symbols are in chains. The last symbol ends the last chain: its word is odd. Symbols
// before the first chain are imports.
static size_t symbols_in(const uint32_t *table)
{
    uint32_t buckets = table[0], first = table[1], words = table[2], last = 0;
    const uint32_t *bucket = table + 4 + words * (sizeof(ElfW(Addr)) / 4), *chain = bucket + buckets;
    for (uint32_t index = 0; index < buckets; index++) {
        if (bucket[index] > last) last = bucket[index];
    }
    if (last < first) return first;
    while (!(chain[last - first] & 1)) last++;
    return last + 1;
}

static bool symbols_of(const struct link_map *library, struct symbols *symbols)
{
    const uint32_t *table = NULL;
    *symbols = (struct symbols){0};
    for (const ElfW(Dyn) *entry = library->l_ld; entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag == DT_SYMTAB) symbols->all = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_STRTAB) symbols->names = (const void *)entry->d_un.d_ptr;
        if (entry->d_tag == DT_GNU_HASH) table = (const void *)entry->d_un.d_ptr;
    }
    if (!symbols->all || !symbols->names || !table) return false;
    symbols->count = symbols_in(table);
    return true;
}

void il_each_function(const char *known, void (*visit)(const char *name, uintptr_t address, size_t size))
{
    void *one = dlsym(RTLD_DEFAULT, known);
    Dl_info info;
    struct link_map *library = NULL;
    struct symbols symbols;
    if (!one || !dladdr1(one, &info, (void **)&library, RTLD_DL_LINKMAP) || !library || !symbols_of(library, &symbols)) return;
    for (size_t index = 1; index < symbols.count; index++) {
        const ElfW(Sym) *symbol = &symbols.all[index];
        if (symbol->st_shndx == SHN_UNDEF || (symbol->st_info & 0xF) != STT_FUNC || !symbol->st_size) continue;
        visit(symbols.names + symbol->st_name, library->l_addr + symbol->st_value, symbol->st_size);
    }
}

bool il_program_names(const char *prefix)
{
    struct symbols symbols;
    const struct link_map *program = _r_debug.r_map;  // the first loaded module
    if (!program || !symbols_of(program, &symbols)) return false;
    for (size_t index = 1; index < symbols.count; index++) {
        if (symbols.all[index].st_shndx != SHN_UNDEF) continue;
        if (strncmp(symbols.names + symbols.all[index].st_name, prefix, strlen(prefix)) == 0) return true;
    }
    return false;
}
