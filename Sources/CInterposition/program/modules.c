// The files of code in the process: the program's executable, its libraries, libswiftDispatch … They
// are kept in a table that is sorted by address. It says where a call came from (callers.c).
#define _GNU_SOURCE
#include "program/modules.h"

#include "include/CInterposition.h"
#include "program/foundation-wrappers.h"
#include "program/tail-calls.h"
#include "program/unwind.h"
#include "recorder/ring.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct module {
    uintptr_t low, high;  // its executable bytes
    uintptr_t first, last;  // its whole extent
    enum il_module_kind kind;
};

struct module_table {
    unsigned long long loads;  // the dynamic linker's number of loads
    uint32_t count;
    struct module modules[256];
};

static struct module_table *_Atomic modules;
static uintptr_t program_low, program_high;  // of the executable itself: the most frequent caller
static uintptr_t data_low = UINTPTR_MAX, data_high;  // around everything that is loaded of the program and its libraries
static uintptr_t overlay_low, overlay_high;  // of libswiftDispatch, which is transparent

void *il_real(const char *name) { return dlsym(RTLD_NEXT, name); }

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static enum il_module_kind kind_of(const char *path)
{
    static const struct {
        const char *prefix;
        enum il_module_kind kind;
    } known[] = {
        {"libdispatch.", IL_LIBDISPATCH}, {"libswiftDispatch.", IL_OVERLAY}, {"libswift_Concurrency.", IL_CONCURRENCY},
        {"libFoundation", IL_FOUNDATION}, {"lib_Foundation", IL_SYSTEM}, {"libswift", IL_SYSTEM}, {"lib_", IL_SYSTEM},
        {"libBlocksRuntime.", IL_SYSTEM}, {"libXCTest.", IL_SYSTEM}, {"libTesting.", IL_SYSTEM}, {"libInterleavePreload.", IL_OURS}, {"libInterleaveExplore.", IL_OURS},
        // The library that calls a student's attempt: its own locks and threads must not be mixed
        // with those of the attempt.
        {"libExerciseChecks.", IL_SYSTEM},
        {"libc.so", IL_LIBC}, {"libc-", IL_LIBC}, {"ld-linux", IL_LIBC}, {"libm.so", IL_SYSTEM}, {"libm-", IL_SYSTEM}, {"libpthread", IL_SYSTEM},
        {"libdl", IL_SYSTEM}, {"librt", IL_SYSTEM}, {"libstdc++", IL_SYSTEM}, {"libgcc_s", IL_SYSTEM},
        {"linux-vdso", IL_SYSTEM}, {"libcurl", IL_SYSTEM}, {"libxml2", IL_SYSTEM}, {"libz.", IL_SYSTEM}, {"libssl", IL_SYSTEM},
        {"libcrypto", IL_SYSTEM}, {"libnss", IL_SYSTEM}, {"libresolv", IL_SYSTEM},
    };
    const char *name = file_name(path);
    for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
        if (strncmp(name, known[index].prefix, strlen(known[index].prefix)) == 0) return known[index].kind;
    }
    // System libraries (libcurl's many helpers, say) are not the program, however they are linked.
    static const char *const folders[] = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/"};
    for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index++) {
        if (strncmp(path, folders[index], strlen(folders[index])) == 0) return IL_SYSTEM;
    }
    return IL_PROGRAM;
}

// The extent of a loaded module: from its first byte to the end of its last.
static void span_of(const struct dl_phdr_info *info, uintptr_t *first, uintptr_t *last)
{
    *first = UINTPTR_MAX;
    *last = 0;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD) continue;
        uintptr_t from = info->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;
        if (from < *first) *first = from;
        if (to > *last) *last = to;
    }
}

static int add_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct module_table *table = context;
    bool is_program = !info->dlpi_name || !info->dlpi_name[0];
    enum il_module_kind kind = is_program ? IL_PROGRAM : kind_of(info->dlpi_name);
    table->loads = info->dlpi_adds;
    if (kind == IL_OVERLAY || kind == IL_FOUNDATION) il_unwind_describe(info);
    uintptr_t first, last;
    span_of(info, &first, &last);
    if (kind == IL_PROGRAM && first < data_low) data_low = first;
    if (kind == IL_PROGRAM && last > data_high) data_high = last;
    for (int index = 0; index < info->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X) || table->count == 256) continue;
        uintptr_t low = info->dlpi_addr + segment->p_vaddr, high = low + segment->p_memsz;
        if (is_program && (!program_low || low == program_low)) {
            program_low = low;
            program_high = high;
        }
        if (kind == IL_OVERLAY) {
            overlay_low = low;
            overlay_high = high;
        }
        uint32_t at = table->count++;
        for (; at && table->modules[at - 1].low > low; at--) table->modules[at] = table->modules[at - 1];
        table->modules[at] = (struct module){low, high, first, last, kind};
    }
    return 0;
}

static int lead_jumps(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    il_tell_jumps(info);
    return 0;
}

void il_scan_modules(void)
{
    struct module_table *table = calloc(1, sizeof *table);
    if (!table) return;
    dl_iterate_phdr(add_module, table);
    il_find_transparent_methods();
    dl_iterate_phdr(lead_jumps, NULL);
    atomic_store(&modules, table);  // an older table is kept: another thread may be reading it
}

static int newest_load(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    *(unsigned long long *)context = info->dlpi_adds;
    return 1;
}

// The kind of the module around an address, as far as the table knows.
static enum il_module_kind look_up(uintptr_t address, const struct module_table *table)
{
    if (IL_LIKELY(address - program_low < program_high - program_low)) return IL_PROGRAM;
    if (IL_LIKELY(address - overlay_low < overlay_high - overlay_low)) return IL_OVERLAY;
    if (!table) return IL_UNKNOWN;
    uint32_t low = 0, high = table->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (table->modules[middle].high <= address) low = middle + 1;
        else high = middle;
    }
    return low < table->count && table->modules[low].low <= address ? table->modules[low].kind : IL_UNKNOWN;
}

static __attribute__((noinline)) enum il_module_kind search_module_of(uintptr_t address)
{
    struct module_table *table = atomic_load_explicit(&modules, memory_order_acquire);
    enum il_module_kind kind = look_up(address, table);
    if (IL_LIKELY(kind != IL_UNKNOWN) || !table) return kind;
    unsigned long long loads = 0;
    dl_iterate_phdr(newest_load, &loads);
    if (loads == table->loads) return IL_UNKNOWN;
    il_self.inside++;
    il_scan_modules();  // a module was loaded since: dlopen
    il_define_modules();
    il_self.inside--;
    return look_up(address, atomic_load_explicit(&modules, memory_order_acquire));
}

enum il_module_kind il_module_of(uintptr_t address)
{
    if (IL_LIKELY(address - program_low < program_high - program_low)) return IL_PROGRAM;
    // A module begins at a page of its own. The kinds of a few pages are kept: each entry is a page's number and its kind.
    enum { PAGE = 12, ENTRIES = 64, KIND = 8 };
    static _Atomic uintptr_t kept[ENTRIES];
    uintptr_t page = address >> PAGE;
    _Atomic uintptr_t *entry = &kept[page % ENTRIES];
    uintptr_t found = atomic_load_explicit(entry, memory_order_relaxed);
    if (IL_LIKELY(found >> KIND == page && found)) return (enum il_module_kind)(found & ((1 << KIND) - 1));
    enum il_module_kind kind = search_module_of(address);
    if (kind != IL_UNKNOWN) atomic_store_explicit(entry, page << KIND | (uintptr_t)kind, memory_order_relaxed);
    return kind;
}

bool il_is_code(uintptr_t address) { return look_up(address, atomic_load_explicit(&modules, memory_order_acquire)) != IL_UNKNOWN; }

bool il_is_data_of_program(uintptr_t address)
{
    if (IL_LIKELY(address - data_low >= data_high - data_low)) return false;
    const struct module_table *table = atomic_load_explicit(&modules, memory_order_acquire);
    for (uint32_t index = 0; table && index < table->count; index++) {
        const struct module *module = &table->modules[index];
        if (module->kind == IL_PROGRAM && address >= module->first && address < module->last) return true;
    }
    return false;
}

// A block made by Swift holds the closure's function and context after the block's own 32 bytes.
// Its invoke function is a thunk that all closures of one type share. A block made by C code is its
// own function. `sync` and `concurrentPerform` wrap the program's closure in closures of
// libswiftDispatch: then the program's is in the context of that one, after the object's header of
// two words.
uintptr_t il_closure_of_block(const void *block)
{
    enum { NESTING = 3, CAPTURED = 4 };
    const struct module_table *table = atomic_load_explicit(&modules, memory_order_acquire);
    const uintptr_t *words = block;
    const struct { uintptr_t reserved, size; } *descriptor = (const void *)words[3];
    // `concurrentPerform` passes a block of libswiftDispatch that holds only the program's block.
    enum { HOLDS_OBJECTS = 1 << 25, DOES_NOT_ESCAPE = 1 << 23 };
    bool holds_block = descriptor && descriptor->size == 40 && ((const int32_t *)words)[2] & (HOLDS_OBJECTS | DOES_NOT_ESCAPE);
    if (holds_block && look_up(words[2], table) == IL_OVERLAY) {
        words = (const uintptr_t *)words[4];
        descriptor = (const void *)words[3];
    }
    if (!descriptor || descriptor->size < 48 || descriptor->size > 256) return look_up(words[2], table) == IL_PROGRAM ? words[2] : 0;
    uintptr_t function = words[4];
    const uintptr_t *context = (const uintptr_t *)words[5];
    for (int level = 0; level <= NESTING; level++) {
        enum il_module_kind kind = look_up(function, table);
        if (kind == IL_PROGRAM) return function;
        if (kind != IL_OVERLAY || !context || ((uintptr_t)context & 7) || (uintptr_t)context < 65536) break;
        const uintptr_t *captured = context + 2, *end = captured + CAPTURED;
        function = 0;
        for (; captured < end && !function; captured++) {
            enum il_module_kind found = look_up(*captured, table);
            if (found != IL_PROGRAM && found != IL_OVERLAY) continue;
            function = *captured;
            context = (const uintptr_t *)captured[1];
        }
    }
    return look_up(words[2], table) == IL_PROGRAM ? words[2] : 0;
}

// MARK: loaded modules

struct listener {
    void (*tell)(const char *path, uintptr_t first, uintptr_t size, void *context);
    void *context;
};

static int tell_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    const struct listener *listener = context;
    char program[1024] = "";
    const char *path = info->dlpi_name;
    if (!path || !path[0]) {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length < 0 ? 0 : length] = 0;
        path = program;
    }
    uintptr_t low, high;
    span_of(info, &low, &high);
    if (path[0] && high > low) listener->tell(path, low, high - low, listener->context);
    return 0;
}

void interleave_each_module(void (*tell)(const char *, uintptr_t, uintptr_t, void *), void *context)
{
    struct listener listener = {tell, context};
    dl_iterate_phdr(tell_module, &listener);
}

static void define_module(const char *path, uintptr_t first, uintptr_t size, void *context)
{
    (void)context;
    il_define(IL_MODULE_LOADED, 0, first, size, path, strlen(path));
}

void il_define_modules(void)
{
    il_self.inside++;
    interleave_each_module(define_module, NULL);
    il_self.inside--;
}

static int find_concurrency(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    if (info->dlpi_name && strncmp(file_name(info->dlpi_name), "libdispatch.", 12) == 0) *(bool *)context = true;
    return 0;
}

bool il_process_uses_concurrency(void)
{
    bool found = false;
    dl_iterate_phdr(find_concurrency, &found);
    return found;
}

static int find_sanitizer(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    const char *name = info->dlpi_name ? file_name(info->dlpi_name) : "";
    if (strstr(name, "clang_rt.tsan") || strncmp(name, "libtsan.", 8) == 0) *(bool *)context = true;
    return 0;
}

bool il_loads_thread_sanitizer(void)
{
    bool found = false;
    dl_iterate_phdr(find_sanitizer, &found);
    return found;
}

bool il_preloaded_recorder_is_recording(void)
{
    void *preloaded = dlopen("libInterleavePreload.so", RTLD_NOW | RTLD_NOLOAD);
    if (!preloaded) return false;
    bool (*recording)(void) = (bool (*)(void))dlsym(preloaded, "interleave_is_recording");
    bool answer = recording && recording != interleave_is_recording && recording();
    dlclose(preloaded);
    return answer;
}
