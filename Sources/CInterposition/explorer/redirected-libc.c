// Calls that lead here only while there is an exploration: for memory, references, accesses, the
// time, and random numbers.
//
// The Swift runtime, Foundation and the program reach the C library through words that the dynamic
// linker has filled in (each module's global offset table). Those words are changed; the functions
// themselves are not replaced. So a process can have its own allocator, and a process that is only
// recorded pays nothing. (The runtime's own allocation hook cannot be used: with it, Swift 6.3
// retains small strings as if they were objects.)
//
// Newly allocated memory has no past: earlier accesses at its address were to another object. The
// time is the task's own, so that it passes only by sleeping and waiting. Random numbers are the
// same in each execution (random-numbers.c).
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"
#include "explorer/memory/references.h"
#include "explorer/preparation.h"
#include "explorer/redirections.h"
#include "explorer/system/random-numbers.h"
#include "recorder/chaos.h"
#include "symbols/sleeps.h"
#include "symbols/swift-mutex.h"

#include <errno.h>
#include <link.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static void made(void *address, size_t size)
{
    // Allocations of the explorer itself, on a task's fiber, are not the program's.
    if (IL_UNLIKELY(il_chaos != NULL) && address) il_chaos_made((uintptr_t)address, size);
    if (!address || !il_controlled()) return;
    uintptr_t place = il_memory_is_logged ? il_caller_of_library(__builtin_frame_address(0)) : 0;
    il_enter();
    il_control->made((uintptr_t)address, size);
    if (place) il_control->reference((uintptr_t)address, size, INTERLEAVE_IS_ALLOCATED, place);
    il_leave();
}

// Allocations and frees are told with their places.
bool il_memory_is_logged;
void interleave_log_memory(bool log) { il_memory_is_logged = log; }

// Varies the sizes of allocations: so memory lies elsewhere in each execution.
static bool scatters;
void interleave_scatter_memory(bool scatter) { scatters = scatter; }

static uint64_t draw_place(void)
{
    static uint64_t state = 88172645463325252;  // xorshift (Marsaglia, 2003)
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static size_t scattered(size_t size)
{
    enum { LARGEST = 1024, CHUNK = 16 };
    return scatters && size <= LARGEST && il_controlled() ? size + draw_place() % 3 * CHUNK : size;
}

static void *allocate(size_t size)
{
    void *memory = IL_REAL(malloc)(scattered(size));
    made(memory, size);
    return memory;
}

static void *allocate_cleared(size_t count, size_t size)
{
    void *memory = scatters ? IL_REAL(calloc)(1, scattered(count * size)) : IL_REAL(calloc)(count, size);
    made(memory, count * size);
    return memory;
}

static void *allocate_again(void *old, size_t size)
{
    void *memory = IL_REAL(realloc)(old, size);
    if (memory != old) made(memory, size);
    return memory;
}

static char *duplicate(const char *text)
{
    char *copy = IL_REAL(strdup)(text);
    made(copy, copy ? strlen(copy) + 1 : 0);
    return copy;
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

static int tell_time(clockid_t clock, struct timespec *now)
{
    if (!il_controlled()) return IL_REAL(clock_gettime)(clock, now);
    uint64_t time = il_control_time(clock, __builtin_frame_address(0));
    *now = (struct timespec){.tv_sec = (time_t)(time / 1000000000), .tv_nsec = (long)(time % 1000000000)};
    return 0;
}

static int tell_time_of_day(struct timeval *now, void *zone)
{
    if (!il_controlled()) return IL_REAL(gettimeofday)(now, zone);
    uint64_t time = il_control_now(__builtin_frame_address(0));
    *now = (struct timeval){.tv_sec = (time_t)(time / 1000000000), .tv_usec = (suseconds_t)(time % 1000000000 / 1000)};
    return 0;
}

// Swift's Mutex acquires its word by a compare-exchange, and calls the kernel only if another
// thread holds it.
static long call_kernel(long number, uintptr_t first, uintptr_t second, uintptr_t third, uintptr_t fourth, uintptr_t fifth, uintptr_t sixth)
{
    enum { COMMAND = 127 };
    // Foundation checks this way whether it runs on the main thread: here all tasks share one
    // kernel thread.
    if (number == SYS_gettid && il_controlled() && il_module_of((uintptr_t)__builtin_return_address(0)) == IL_FOUNDATION) {
        return getpid() + (il_ask((struct interleave_call){.kind = INTERLEAVE_IS_MAIN_THREAD}) ? 0 : 1);
    }
    // The standard library and libdispatch get random numbers this way.
    if (number == SYS_getrandom && il_controlled()) {
        il_draw((unsigned char *)first, second);
        return (long)second;
    }
    // (A Mutex asks this way for the number of its owner.)
    if (number == SYS_gettid && il_controlled() && il_module_of((uintptr_t)__builtin_return_address(0)) == IL_PROGRAM) return il_tell_owner_of_mutexes();
    int command = number == SYS_futex ? (int)second & COMMAND : -1;
    bool locks = command == FUTEX_LOCK_PI || command == FUTEX_TRYLOCK_PI;
    if (!il_controlled() || !(locks || command == FUTEX_UNLOCK_PI)) return IL_REAL(syscall)(number, first, second, third, fourth, fifth, sixth);
    int64_t refused = il_ask((struct interleave_call){
        .kind = command == FUTEX_LOCK_PI ? INTERLEAVE_FUTEX_LOCK : locks ? INTERLEAVE_FUTEX_TRY : INTERLEAVE_FUTEX_UNLOCK,
        .caller = il_caller_of_library(__builtin_frame_address(0)), .object = first});
    if (refused) {
        errno = (int)refused;
        return -1;
    }
    *(volatile uint32_t *)first = locks ? (uint32_t)IL_REAL(syscall)(SYS_gettid) : 0;
    return 0;
}

static const struct il_redirection redirected[] = {
    {"malloc", allocate}, {"calloc", allocate_cleared}, {"realloc", allocate_again}, {"posix_memalign", allocate_aligned},
    {"aligned_alloc", allocate_at_multiple}, {"strdup", duplicate}, {"free", il_give_back},
    // The entries below are for the Swift runtime, Foundation and the program alone.
    {"clock_gettime", tell_time}, {"gettimeofday", tell_time_of_day},
    {"syscall", call_kernel},
    {"$sSp10deallocateyyF", il_deallocate_pointer}, {"$sSv10deallocateyyF", il_deallocate_raw_pointer},
    {"$sSr10deallocateyyF", il_deallocate_buffer}, {"$sSw10deallocateyyF", il_deallocate_raw_buffer},
    {"swift_beginAccess", il_begin_access}, {"swift_endAccess", il_end_access},
    {"swift_release", il_release}, {"swift_weakLoadStrong", il_load_weak}, {"swift_unownedRetainStrong", il_retain_unowned}, {"swift_isUniquelyReferenced_native", il_is_unique},
    {"swift_isUniquelyReferenced_nonNull_native", il_is_unique}, {"$ss25isKnownUniquelyReferencedySbxzRlzClF", il_is_known_unique},
    {"$ss25isKnownUniquelyReferencedySbxSgzRlzClF", il_is_known_unique_if_there},
    {"$s15Synchronization19AtomicLazyReferenceV4loadxSgyF", il_lazy_load},
    {"$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF", il_lazy_store},
    {IL_LOCK_MUTEX, il_lock_mutex}, {IL_TRY_MUTEX, il_try_mutex}, {IL_UNLOCK_MUTEX, il_unlock_mutex},
};
enum { FOR_MEMORY = 7, REDIRECTED = sizeof redirected / sizeof redirected[0] };

static void point(uintptr_t *word, uintptr_t to)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)word & ~(page - 1));
    if (mprotect(start, page, PROT_READ | PROT_WRITE) == 0) *word = to;
}

// Which words of a module are redirected: those for memory; those of the runtime, whose core frees
// objects, and whose tasks free their frames (which have to lie at the same address again, so that a
// loop that polls is seen to be where it was); and those that count only in the program's own code.
enum part { MEMORY, RUNTIME, CORE, TASKS, PROGRAM };

static void redirect_words(const ElfW(Rela) *entries, size_t bytes, const ElfW(Sym) *symbols, const char *names, uintptr_t base, enum part part)
{
    for (size_t index = 0; index < bytes / sizeof *entries; index++) {
#if defined(__x86_64__)
        bool fills_word = ELF64_R_TYPE(entries[index].r_info) == R_X86_64_JUMP_SLOT || ELF64_R_TYPE(entries[index].r_info) == R_X86_64_GLOB_DAT;
#else
        bool fills_word = ELF64_R_TYPE(entries[index].r_info) == R_AARCH64_JUMP_SLOT || ELF64_R_TYPE(entries[index].r_info) == R_AARCH64_GLOB_DAT;
#endif
        if (!fills_word) continue;
        const char *name = names + symbols[ELF64_R_SYM(entries[index].r_info)].st_name;
        for (size_t which = 0; which < (part == MEMORY ? FOR_MEMORY : REDIRECTED); which++) {
            if (part == TASKS && redirected[which].ours == (void *)il_give_back) continue;
            if (strcmp(name, redirected[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)redirected[which].ours);
        }
        if (part == MEMORY) continue;
        if (part == CORE && strcmp(name, "free") == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_give_back_object);
        if (part == PROGRAM && strcmp(name, "swift_retain") == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_retain);
        for (size_t which = 0; part == PROGRAM && which < il_pointer_members_count; which++) {
            const struct il_redirection *member = &il_pointer_members[which];
            if (strcmp(name, member->name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)member->ours);
        }
        for (size_t which = 0; which < il_random_count; which++) {
            if (strcmp(name, il_random[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_random[which].ours);
        }
        for (size_t which = 0; which < il_outside_count; which++) {
            if (strcmp(name, il_outside[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_outside[which].ours);
        }
        for (size_t which = 0; which < il_streams_count; which++) {
            if (strcmp(name, il_streams[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_streams[which].ours);
        }
        for (size_t which = 0; which < il_pipes_count; which++) {
            if (strcmp(name, il_pipes[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_pipes[which].ours);
        }
        for (size_t which = 0; which < il_files_count; which++) {
            if (strcmp(name, il_files[which].name) == 0) point((uintptr_t *)(base + entries[index].r_offset), (uintptr_t)il_files[which].ours);
        }
    }
}

static int redirect_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    const char *slash = strrchr(info->dlpi_name, '/');
    static const char *const others_of_swift[] = {"/libswiftCore.", "/libFoundation", "/libswift_Concurrency.", "/libswiftDispatch.",
                                                    "/libswiftSynchronization.", "/libswiftGlibc."};
    // These give memory to the program (a copied block, the bytes of data) that another object used
    // before.
    bool is_runtime = false, just_memory = slash && (strncmp(slash, "/libBlocksRuntime.", 18) == 0 || strncmp(slash, "/libdispatch.", 13) == 0);
    for (size_t which = 0; slash && which < sizeof others_of_swift / sizeof others_of_swift[0]; which++) {
        is_runtime |= strncmp(slash, others_of_swift[which], strlen(others_of_swift[which])) == 0;
    }
    const ElfW(Dyn) *dynamic = NULL;
    uintptr_t code = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type == PT_DYNAMIC) dynamic = (const ElfW(Dyn) *)(info->dlpi_addr + segment->p_vaddr);
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) code = info->dlpi_addr + segment->p_vaddr;
    }
    bool is_program = code && il_module_of(code) == IL_PROGRAM;
    if (!dynamic || !(is_runtime || just_memory || is_program)) return 0;
    bool is_core = slash && strncmp(slash, "/libswiftCore.", 14) == 0;
    bool is_of_tasks = slash && strncmp(slash, "/libswift_Concurrency.", 22) == 0;
    enum part part = just_memory ? MEMORY : is_program ? PROGRAM : is_core ? CORE : is_of_tasks ? TASKS : RUNTIME;
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
    if (calls) redirect_words(calls, bytes_of_calls, symbols, names, info->dlpi_addr, part);
    if (others) redirect_words(others, bytes_of_others, symbols, names, info->dlpi_addr, part);
    return 0;
}

void il_redirect_calls(void) { dl_iterate_phdr(redirect_module, NULL); }
