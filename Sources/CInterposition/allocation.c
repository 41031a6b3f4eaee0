// Memory that is given out anew has no past: what other tasks did at its address was done to something else.
//
// The Swift runtime and the program reach the allocator through words that the dynamic linker has filled in (each module's global offset table).
// While there is an exploration those words lead here. The allocator itself is not replaced: a process may have one of its own, and a process
// that is only recorded should not pay for it. (The runtime's own allocation hook cannot be used: with it in place, Swift 6.3 retains small
// strings as if they were objects.)
#define _GNU_SOURCE
#include "control.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void made(void *address, size_t size)
{
    // What the explorer allocates for itself, on a task's fiber, is none of the program's.
    if (!address || !il_controlled()) return;
    il_enter();
    il_control->made((uintptr_t)address, size);
    il_leave();
}

static void *allocate(size_t size)
{
    void *memory = IL_REAL(malloc)(size);
    made(memory, size);
    return memory;
}

static void *allocate_cleared(size_t count, size_t size)
{
    void *memory = IL_REAL(calloc)(count, size);
    made(memory, count * size);
    return memory;
}

static void *allocate_again(void *old, size_t size)
{
    void *memory = IL_REAL(realloc)(old, size);
    if (memory != old) made(memory, size);
    return memory;
}

static int allocate_aligned(void **memory, size_t alignment, size_t size)
{
    int error = IL_REAL(posix_memalign)(memory, alignment, size);
    if (!error) made(*memory, size);
    return error;
}

static void *allocate_at_multiple(size_t alignment, size_t size)
{
    void *memory = IL_REAL(aligned_alloc)(alignment, size);
    made(memory, size);
    return memory;
}

static const struct {
    const char *name;
    void *ours;
} watched[] = {
    {"malloc", allocate}, {"calloc", allocate_cleared}, {"realloc", allocate_again}, {"posix_memalign", allocate_aligned},
    {"aligned_alloc", allocate_at_multiple},
};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static void point(uintptr_t *word, uintptr_t to)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)word & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) *word = to;
}

static void watch_words(const ElfW(Rela) *entries, size_t bytes, const ElfW(Sym) *symbols, const char *names, uintptr_t base)
{
    for (size_t index = 0; index < bytes / sizeof *entries; index++) {
#if defined(__x86_64__)
        bool fills_word = ELF64_R_TYPE(entries[index].r_info) == R_X86_64_JUMP_SLOT || ELF64_R_TYPE(entries[index].r_info) == R_X86_64_GLOB_DAT;
#else
        bool fills_word = ELF64_R_TYPE(entries[index].r_info) == R_AARCH64_JUMP_SLOT || ELF64_R_TYPE(entries[index].r_info) == R_AARCH64_GLOB_DAT;
#endif
        if (!fills_word) continue;
        const char *name = names + symbols[ELF64_R_SYM(entries[index].r_info)].st_name;
        for (size_t which = 0; which < WATCHED; which++) {
            if (strcmp(name, watched[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)watched[which].ours);
        }
    }
}

static int watch_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    const char *slash = strrchr(info->dlpi_name, '/');
    bool is_runtime = slash && strncmp(slash, "/libswiftCore.", 14) == 0;
    const ElfW(Dyn) *dynamic = NULL;
    uintptr_t code = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) code = info->dlpi_addr + segment->p_vaddr;
    }
    if (!dynamic || !(is_runtime || (code && il_module_of(code) == IL_PROGRAM))) return 0;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *calls = NULL, *others = NULL;
    size_t bytes_of_calls = 0, bytes_of_others = 0;
    for (; dynamic->d_tag != DT_NULL; dynamic++) {
        switch (dynamic->d_tag) {
        case DT_SYMTAB: symbols = (const void *)dynamic->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)dynamic->d_un.d_ptr; break;
        case DT_JMPREL: calls = (const void *)dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: bytes_of_calls = dynamic->d_un.d_val; break;
        case DT_RELA: others = (const void *)dynamic->d_un.d_ptr; break;
        case DT_RELASZ: bytes_of_others = dynamic->d_un.d_val; break;
        }
    }
    if (!symbols || !names) return 0;
    if (calls) watch_words(calls, bytes_of_calls, symbols, names, info->dlpi_addr);
    if (others) watch_words(others, bytes_of_others, symbols, names, info->dlpi_addr);
    return 0;
}

void il_watch_allocation(void) { dl_iterate_phdr(watch_module, NULL); }
