// Whether a program is built with ThreadSanitizer, which does not work together with the recorder: such a program
// starts without it. Its file is mapped, because this can run in the child of a fork: following.c.
#define _GNU_SOURCE
#include "recorder/following.h"

#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether the file defines a function that only ThreadSanitizer's runtime has. (The recorder
// defines some others of that name.)
static bool defines_sanitizer(const unsigned char *bytes, size_t size)
{
    const Elf64_Ehdr *header = (const void *)bytes;
    if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0 || bytes[EI_CLASS] != ELFCLASS64) return false;
    if (header->e_shoff >= size || header->e_shnum > (size - header->e_shoff) / sizeof(Elf64_Shdr)) return false;
    const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
    for (uint32_t index = 0; index < header->e_shnum; index++) {
        const Elf64_Shdr *table = &sections[index];
        if (table->sh_type != SHT_DYNSYM || table->sh_link >= header->e_shnum) continue;
        const Elf64_Shdr *names = &sections[table->sh_link];
        if (table->sh_offset > size || table->sh_size > size - table->sh_offset || names->sh_offset > size || names->sh_size > size - names->sh_offset) continue;
        const Elf64_Sym *symbols = (const void *)(bytes + table->sh_offset);
        static const char name[] = "__tsan_init";
        for (size_t symbol = 0; symbol < table->sh_size / sizeof *symbols; symbol++) {
            size_t at = symbols[symbol].st_name;
            if (symbols[symbol].st_shndx == SHN_UNDEF || at > names->sh_size || names->sh_size - at < sizeof name) continue;
            if (memcmp(bytes + names->sh_offset + at, name, sizeof name) == 0) return true;
        }
    }
    return false;
}

bool il_carries_sanitizer(const char *program)
{
    struct stat found;
    int file = open(program, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return false;
    void *bytes = MAP_FAILED;
    if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) {
        bytes = mmap(NULL, (size_t)found.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    close(file);
    if (bytes == MAP_FAILED) return false;
    bool answer = defines_sanitizer(bytes, (size_t)found.st_size);
    munmap(bytes, (size_t)found.st_size);
    return answer;
}
