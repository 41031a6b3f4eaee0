// Reads from a library's file what is not in memory: the names of its private functions, and the
// places of its sections.
#define _GNU_SOURCE
#include "program/private-functions.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct library {
    const char *name;
    char path[1024];
    uintptr_t base;
};

static int find_library(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct library *library = context;
    if (!library->name) {
        // The program is the first module.
        strcpy(library->path, "/proc/self/exe");
        library->base = info->dlpi_addr;
        return 1;
    }
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    if (!slash || strncmp(slash + 1, library->name, strlen(library->name)) != 0 || strlen(info->dlpi_name) >= sizeof library->path) return 0;
    strcpy(library->path, info->dlpi_name);
    library->base = info->dlpi_addr;
    return 1;
}

// A search in a file. Each symbol of its tables of that kind is passed to `visit`, until that
// returns true.
struct search {
    bool (*look)(const uint8_t *file, size_t size, struct search *search);
    bool (*visit)(const char *text, size_t room, const ElfW(Sym) *symbol, struct search *search);
    uint32_t table;
    bool has_table;
    const char *name;
    struct il_code code;
    void (*tell)(const char *name, uintptr_t address, size_t size);
    uintptr_t base;
};

static const ElfW(Shdr) *sections_of(const uint8_t *file, size_t size, int *count)
{
    const ElfW(Ehdr) *header = (const void *)file;
    if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 || header->e_shoff > size) return NULL;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    *count = header->e_shnum;
    return header->e_shoff + header->e_shnum * sizeof *sections > size ? NULL : sections;
}

static bool look_at_symbols(const uint8_t *file, size_t size, struct search *search)
{
    int count = 0;
    const ElfW(Shdr) *sections = sections_of(file, size, &count);
    for (int index = 0; sections && index < count; index++) {
        if (sections[index].sh_type != search->table || (int)sections[index].sh_link >= count) continue;
        const ElfW(Shdr) *texts = &sections[sections[index].sh_link];
        if (sections[index].sh_offset + sections[index].sh_size > size || texts->sh_offset + texts->sh_size > size) return false;
        search->has_table = true;
        const ElfW(Sym) *symbols = (const void *)(file + sections[index].sh_offset);
        for (size_t at = 0; at < sections[index].sh_size / sizeof *symbols; at++) {
            if (symbols[at].st_name >= texts->sh_size) continue;
            const char *text = (const char *)file + texts->sh_offset + symbols[at].st_name;
            if (search->visit(text, texts->sh_size - symbols[at].st_name, &symbols[at], search)) return true;
        }
    }
    return false;
}

static bool look_for_section(const uint8_t *file, size_t size, struct search *search)
{
    int count = 0;
    const ElfW(Shdr) *sections = sections_of(file, size, &count);
    uint32_t named = sections ? ((const ElfW(Ehdr) *)(const void *)file)->e_shstrndx : 0;
    if (!sections || (int)named >= count || sections[named].sh_offset + sections[named].sh_size > size) return false;
    for (int index = 0; index < count; index++) {
        if (sections[index].sh_name >= sections[named].sh_size || !sections[index].sh_addr) continue;
        const char *name = (const char *)file + sections[named].sh_offset + sections[index].sh_name;
        if (strncmp(name, search->name, sections[named].sh_size - sections[index].sh_name) != 0) continue;
        search->code = (struct il_code){search->base + sections[index].sh_addr, sections[index].sh_size};
        return true;
    }
    return false;
}

static bool is_sought(const char *text, size_t room, const ElfW(Sym) *symbol, struct search *search)
{
    if (symbol->st_shndx == SHN_UNDEF || strncmp(text, search->name, room) != 0) return false;
    search->code = (struct il_code){search->base + symbol->st_value, symbol->st_size};
    return true;
}

static bool tell_function(const char *text, size_t room, const ElfW(Sym) *symbol, struct search *search)
{
    bool is_function = (symbol->st_info & 0xF) == STT_FUNC && symbol->st_shndx != SHN_UNDEF && symbol->st_size;
    if (is_function && memchr(text, 0, room)) search->tell(text, search->base + symbol->st_value, symbol->st_size);
    return false;
}

static bool search_file(const char *library_name, struct search *search)
{
    struct library library = {.name = library_name};
    if (!dl_iterate_phdr(find_library, &library)) return false;
    search->base = library.base;
    int descriptor = open(library.path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct stat facts;
    bool found = false;
    if (fstat(descriptor, &facts) == 0 && facts.st_size > 0) {
        void *file = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file != MAP_FAILED) {
            found = search->look(file, (size_t)facts.st_size, search);
            munmap(file, (size_t)facts.st_size);
        }
    }
    close(descriptor);
    return found;
}

bool il_private_function(const char *library, const char *name, struct il_code *code)
{
    struct search search = {.look = look_at_symbols, .visit = is_sought, .table = SHT_SYMTAB, .name = name};
    bool found = search_file(library, &search);
    // (A library's exports are in both tables, and stay in this one.)
    if (!found && !search.has_table) {
        search.table = SHT_DYNSYM;
        found = search_file(library, &search);
    }
    if (found) *code = search.code;
    return found;
}

bool il_each_private_function(const char *library, void (*visit)(const char *name, uintptr_t address, size_t size))
{
    struct search search = {.look = look_at_symbols, .visit = tell_function, .table = SHT_SYMTAB, .tell = visit};
    search_file(library, &search);
    return search.has_table;
}

bool il_section(const char *library, const char *name, struct il_code *section)
{
    struct search search = {.look = look_for_section, .name = name};
    bool found = search_file(library, &search);
    if (found) *section = search.code;
    return found;
}
