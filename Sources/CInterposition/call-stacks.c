// Which functions led to an access: code compiled with `-sanitize=thread` tells when it enters and leaves a function. Each task keeps its own row.
#define _GNU_SOURCE
#include "control.h"

#include <link.h>

enum { DEEPEST = 128 };
static __thread struct {
    uint32_t depth;
    uintptr_t places[DEEPEST];
} calls;

// `place` is where the function was called.
IL_EXPORT void __tsan_func_entry(void *place)
{
    if (!il_self.controlled) return;
    if (calls.depth < DEEPEST) calls.places[calls.depth] = (uintptr_t)place;
    calls.depth++;
}

IL_EXPORT void __tsan_func_exit(void)
{
    if (il_self.controlled && calls.depth) calls.depth--;
}

uint32_t interleave_calls(uintptr_t *places, uint32_t limit)
{
    uint32_t count = 0, depth = calls.depth < DEEPEST ? calls.depth : DEEPEST;
    while (depth && count < limit) places[count++] = calls.places[--depth];
    return count;
}

void interleave_forget_calls(void) { calls.depth = 0; }

// The executable comes first of all that is loaded.
static int program_span(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    uintptr_t *span = context;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) continue;
        uintptr_t first = info->dlpi_addr + segment->p_vaddr, last = first + segment->p_memsz;
        if (first < span[0]) span[0] = first;
        if (last > span[1]) span[1] = last;
    }
    return 1;
}

uintptr_t interleave_program_base(size_t *size)
{
    uintptr_t span[2] = {UINTPTR_MAX, 0};
    dl_iterate_phdr(program_span, span);
    *size = span[1] - span[0];
    return span[0];
}
