// Tail calls: a function that ends with a call jumps there. The callee then returns to the
// function's own caller, and seems to be called by it.
//
// Foundation's setters end like this with `pthread_mutex_unlock` and `dispatch_semaphore_signal`,
// and the return address lies in the program. So the return address alone does not identify the
// caller. But each library reaches a symbol through a word of its own, which the dynamic linker has
// filled in. In Foundation's libraries and the Swift runtime's, these words lead here first. Each
// entry notes the return address and its place on the stack, then jumps on. A call with these two
// came through a library.
//
// libFoundation's own words for mutexes and conditions stay as they are: NSLock, NSRecursiveLock
// and NSCondition jump to them on behalf of the program. (CoreFoundation's functions in the same
// library jump there, too. While tasks are explored, a mutex that is really locked was locked by a
// library: threads.c.)
#define _GNU_SOURCE
#include "program/tail-calls.h"

#include <link.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

IL_HIDDEN __thread struct il_jump il_jump;

#if defined(__x86_64__)
#define NOTE                                   \
    "  movq il_jump@gottpoff(%rip), %r11\n"    \
    "  movq (%rsp), %r10\n"                    \
    "  movq %r10, %fs:(%r11)\n"                \
    "  movq %rsp, %fs:8(%r11)\n"
#define GO_ON(name) "  jmp " name "@PLT\n"
#elif defined(__aarch64__)
#define NOTE                                        \
    "  adrp x16, :gottprel:il_jump\n"               \
    "  ldr x16, [x16, :gottprel_lo12:il_jump]\n"    \
    "  mrs x17, tpidr_el0\n"                        \
    "  add x16, x16, x17\n"                         \
    "  str x30, [x16]\n"
#define GO_ON(name) "  b " name "\n"
#endif

#define ENTRY(name)                                                   \
    void il_through_##name(void);                                     \
    __asm__(".text\n.p2align 4\n.hidden il_through_" #name "\n"       \
            ".globl il_through_" #name "\n"                           \
            ".type il_through_" #name ", %function\n"                 \
            "il_through_" #name ":\n" NOTE GO_ON(#name)               \
            ".size il_through_" #name ", . - il_through_" #name "\n");

#define MUTEXES(each)                                                                                                        \
    each(pthread_mutex_lock) each(pthread_mutex_timedlock) each(pthread_mutex_clocklock) each(pthread_mutex_trylock)         \
    each(pthread_mutex_unlock) each(pthread_cond_wait) each(pthread_cond_timedwait) each(pthread_cond_clockwait)             \
    each(pthread_cond_signal) each(pthread_cond_broadcast)
#define OTHERS(each)                                                                                                         \
    each(pthread_rwlock_rdlock) each(pthread_rwlock_timedrdlock) each(pthread_rwlock_clockrdlock) each(pthread_rwlock_tryrdlock) \
    each(pthread_rwlock_wrlock) each(pthread_rwlock_timedwrlock) each(pthread_rwlock_clockwrlock) each(pthread_rwlock_trywrlock) \
    each(pthread_rwlock_unlock) each(pthread_once) each(sem_init) each(sem_destroy) each(sem_wait) each(sem_trywait)         \
    each(sem_timedwait) each(sem_clockwait) each(sem_post) each(dispatch_semaphore_create) each(dispatch_semaphore_wait)     \
    each(dispatch_semaphore_signal) each(dispatch_group_create) each(dispatch_group_enter) each(dispatch_group_leave)        \
    each(dispatch_group_wait) each(dispatch_once) each(dispatch_once_f) each(dispatch_suspend) each(dispatch_resume)         \
    each(dispatch_activate) each(dispatch_source_cancel) each(dispatch_source_merge_data)

MUTEXES(ENTRY)
OTHERS(ENTRY)

// If a file without this section is linked, the stack becomes executable.
__asm__(".section .note.GNU-stack,\"\",%progbits\n.text\n");

struct entry {
    const char *name;
    void (*through)(void);
};
#define NAMED(name) {#name, il_through_##name},
static const struct entry entries[] = {OTHERS(NAMED) MUTEXES(NAMED)};
#define ONE(name) +1
enum { OF_OTHERS = 0 OTHERS(ONE), OF_ALL = OF_OTHERS MUTEXES(ONE) };

static void lead_through(const ElfW(Rela) *words, size_t bytes, const ElfW(Sym) *symbols, const char *names, uintptr_t base, size_t count)
{
#if defined(__x86_64__)
    enum { CALLED = R_X86_64_JUMP_SLOT };
#else
    enum { CALLED = R_AARCH64_JUMP_SLOT };
#endif
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t index = 0; words && index < bytes / sizeof *words; index++) {
        if (ELF64_R_TYPE(words[index].r_info) != CALLED) continue;
        const char *name = names + symbols[ELF64_R_SYM(words[index].r_info)].st_name;
        for (size_t which = 0; which < count; which++) {
            if (strcmp(name, entries[which].name) != 0) continue;
            uintptr_t *word = (uintptr_t *)(base + words[index].r_offset), first = (uintptr_t)word & ~(page - 1);
            if (*word == (uintptr_t)entries[which].through) continue;
            if (mprotect((void *)first, page, PROT_READ | PROT_WRITE) == 0) __atomic_store_n(word, (uintptr_t)entries[which].through, __ATOMIC_RELEASE);
        }
    }
}

void il_tell_jumps(const struct dl_phdr_info *info)
{
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL, *name = slash ? slash + 1 : "";
    static const char *const libraries[] = {"libFoundation", "libswiftCore.", "libswiftObservation.", "libswiftSynchronization."};
    bool is_one = false;
    for (size_t which = 0; which < sizeof libraries / sizeof libraries[0]; which++) {
        is_one |= strncmp(name, libraries[which], strlen(libraries[which])) == 0;
    }
    if (!is_one) return;
    enum { MOST = 16 };
    static _Atomic uintptr_t led[MOST];
    for (size_t which = 0; which < MOST; which++) {
        uintptr_t before = 0;
        if (atomic_compare_exchange_strong(&led[which], &before, info->dlpi_addr)) break;
        if (before == info->dlpi_addr) return;
    }
    size_t count = strncmp(name, "libFoundation.", 14) == 0 ? OF_OTHERS : OF_ALL;
    const ElfW(Dyn) *dynamic = NULL;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        if (info->dlpi_phdr[index].p_type == PT_DYNAMIC) dynamic = (const void *)(info->dlpi_addr + info->dlpi_phdr[index].p_vaddr);
    }
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    const ElfW(Rela) *calls = NULL;
    size_t bytes = 0;
    for (; dynamic && dynamic->d_tag != DT_NULL; dynamic++) {
        switch (dynamic->d_tag) {
        case DT_SYMTAB: symbols = (const void *)dynamic->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)dynamic->d_un.d_ptr; break;
        case DT_JMPREL: calls = (const void *)dynamic->d_un.d_ptr; break;
        case DT_PLTRELSZ: bytes = dynamic->d_un.d_val; break;
        }
    }
    if (symbols && names) lead_through(calls, bytes, symbols, names, info->dlpi_addr, count);
}
