// The program's variables, from the symbol tables of its files; and these files' sections, such as the debug information.
#define _GNU_SOURCE
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/ExplorerBridge.h"
#include "program/modules.h"

struct listener {
    void (*tell)(const char *name, uintptr_t address, uintptr_t size, void *context);
    void (*tell_section)(const char *name, const void *bytes, uintptr_t size, uintptr_t base, void *context);
    void *context;
};

// A file that cannot be read, or whose tables extend beyond its end, is skipped.
static void read_symbols(const char *file, size_t size, uintptr_t base, const struct listener *listener)
{
    const ElfW(Ehdr) *header = (const void *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr))) return;
    if (header->e_shoff > size || (size - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum) return;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    for (size_t index = 0; index < header->e_shnum; index++) {
        const ElfW(Shdr) *table = &sections[index];
        if (table->sh_type != SHT_SYMTAB || table->sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *texts = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset) continue;
        if (texts->sh_offset > size || texts->sh_size > size - texts->sh_offset || !texts->sh_size) continue;
        const ElfW(Sym) *symbols = (const void *)(file + table->sh_offset);
        const char *names = file + texts->sh_offset;
        if (names[texts->sh_size - 1]) continue;
        for (size_t which = 0; which < table->sh_size / sizeof *symbols; which++) {
            const ElfW(Sym) *symbol = &symbols[which];
            if (ELF64_ST_TYPE(symbol->st_info) != STT_OBJECT || symbol->st_shndx == SHN_UNDEF || symbol->st_name >= texts->sh_size) continue;
            listener->tell(names + symbol->st_name, base + symbol->st_value, symbol->st_size, listener->context);
        }
    }
}

// A section that is compressed, or extends beyond the file's end, is skipped.
static void read_sections(const char *file, size_t size, uintptr_t base, const struct listener *listener)
{
    const ElfW(Ehdr) *header = (const void *)file;
    if (size < sizeof *header || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_shentsize != sizeof(ElfW(Shdr))) return;
    if (header->e_shoff > size || (size - header->e_shoff) / sizeof(ElfW(Shdr)) < header->e_shnum) return;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    if (header->e_shstrndx >= header->e_shnum) return;
    const ElfW(Shdr) *names = &sections[header->e_shstrndx];
    if (names->sh_offset > size || names->sh_size > size - names->sh_offset || !names->sh_size) return;
    if (file[names->sh_offset + names->sh_size - 1]) return;
    for (size_t index = 0; index < header->e_shnum; index++) {
        const ElfW(Shdr) *section = &sections[index];
        if (section->sh_type == SHT_NOBITS || section->sh_flags & SHF_COMPRESSED || section->sh_name >= names->sh_size) continue;
        if (section->sh_offset > size || section->sh_size > size - section->sh_offset) continue;
        const char *name = file + names->sh_offset + section->sh_name;
        listener->tell_section(name, file + section->sh_offset, section->sh_size, base, listener->context);
    }
}

static int read_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    bool is_program = false;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) {
            is_program |= il_module_of(info->dlpi_addr + segment->p_vaddr) == IL_PROGRAM;
        }
    }
    if (!is_program) return 0;
    int descriptor = open(info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return 0;
    struct stat facts;
    void *file = fstat(descriptor, &facts) == 0 && facts.st_size > 0 ? mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0)
                                                                     : MAP_FAILED;
    close(descriptor);
    if (file == MAP_FAILED) return 0;
    const struct listener *listener = context;
    if (listener->tell) read_symbols(file, (size_t)facts.st_size, info->dlpi_addr, listener);
    if (listener->tell_section) read_sections(file, (size_t)facts.st_size, info->dlpi_addr, listener);
    munmap(file, (size_t)facts.st_size);
    return 0;
}

void interleave_each_variable(void (*tell)(const char *, uintptr_t, uintptr_t, void *), void *context)
{
    struct listener listener = {tell, NULL, context};
    dl_iterate_phdr(read_module, &listener);
}

void interleave_each_section(void (*tell)(const char *, const void *, uintptr_t, uintptr_t, void *), void *context)
{
    struct listener listener = {NULL, tell, context};
    dl_iterate_phdr(read_module, &listener);
}
