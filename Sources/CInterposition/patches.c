// Changing functions in place.
//
// A symbol of ours is found before a library's own, but not by the library itself: libswift_Concurrency calls its own functions directly. Where
// the explorer has to decide, the first instructions of such a function are replaced by a jump. They are moved to a page of ours nearby, which then
// jumps back behind them: so the function can still be called as it was. Only instructions are moved that mean the same anywhere.
#define _GNU_SOURCE
#include "patches.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__x86_64__)

enum { JUMP = 5, FAR_JUMP = 14, ROOM = 64, PAGE = IL_MOST_PATCHES * ROOM };

// The length of an instruction that can be moved; 0: it is another. `at_address` says that its last four bytes count from behind it.
static size_t length_of(const uint8_t *code, bool *at_address)
{
    static const struct {
        uint8_t bytes[4], count, length;
    } known[] = {
        {{0x48, 0x89, 0xE5}, 3, 3},        // mov %rsp,%rbp
        {{0x48, 0x8D, 0x6C, 0x24}, 4, 5},  // lea n(%rsp),%rbp
        {{0x48, 0x83, 0xEC}, 3, 4},        // sub $n,%rsp
        {{0x48, 0x81, 0xEC}, 3, 7},
        {{0x48, 0x8B, 0x47}, 3, 4},        // mov n(%rdi),%rax
        {{0x41, 0x0F, 0xB6, 0x45}, 4, 5},  // movzbl n(%r13),%eax
        {{0x41, 0xC6, 0x45}, 3, 5},        // movb $n,n(%r13)
        {{0x49, 0x8B, 0x45}, 3, 4},        // mov n(%r13),%rax
        {{0x49, 0x8B, 0x4D}, 3, 4},        // mov n(%r13),%rcx
        {{0x49, 0x8B, 0x55}, 3, 4},        // mov n(%r13),%rdx
        {{0x49, 0x8B, 0x7D}, 3, 4},        // mov n(%r13),%rdi
        {{0x4C, 0x89, 0x6F}, 3, 4},        // mov %r13,n(%rdi)
        {{0x4C, 0x89, 0xEF}, 3, 3},        // mov %r13,%rdi
        {{0x48, 0x89, 0xD1}, 3, 3},        // mov %rdx,%rcx
        {{0x48, 0x89, 0xF1}, 3, 3},        // mov %rsi,%rcx
        {{0x48, 0x89, 0xF2}, 3, 3},        // mov %rsi,%rdx
        {{0x48, 0x89, 0xFA}, 3, 3},        // mov %rdi,%rdx
        {{0x31, 0xD2}, 2, 2},              // xor %edx,%edx
        {{0x31, 0xC0}, 2, 2},              // xor %eax,%eax
        {{0xF3, 0x0F, 0x1E, 0xFA}, 4, 4},  // endbr64
        {{0x0F, 0x57, 0xC0}, 3, 3},        // xorps %xmm0,%xmm0
    };
    *at_address = false;
    if ((code[0] & 0xF0) == 0x50) return 1;                      // push, pop
    if (code[0] == 0x41 && (code[1] & 0xF8) == 0x50) return 2;
    if (code[0] == 0x8B && (code[1] & 0xC7) == 0x05) {           // mov n(%rip),%e..
        *at_address = true;
        return 6;
    }
    for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
        if (memcmp(code, known[index].bytes, known[index].count) == 0) return known[index].length;
    }
    return 0;
}

static uint8_t *write_far_jump(uint8_t *at, uintptr_t to)
{
    static const uint8_t through_next_word[] = {0xFF, 0x25, 0, 0, 0, 0};
    memcpy(at, through_next_word, sizeof through_next_word);
    memcpy(at + sizeof through_next_word, &to, sizeof to);
    return at + FAR_JUMP;
}

// Writes the function's first instructions to `room`, and the jump behind them. Returns false if one of them cannot be moved.
static bool move(const uint8_t *function, uint8_t *room)
{
    size_t moved = 0;
    while (moved < JUMP) {
        bool at_address;
        size_t length = length_of(function + moved, &at_address);
        if (!length) return false;
        memcpy(room + moved, function + moved, length);
        if (at_address) {
            int32_t distance;
            memcpy(&distance, room + moved + length - 4, 4);
            int64_t from_here = distance + (function - room);
            if (from_here != (int32_t)from_here) return false;
            distance = (int32_t)from_here;
            memcpy(room + moved + length - 4, &distance, 4);
        }
        moved += length;
    }
    write_far_jump(room + moved, (uintptr_t)function + moved);
    return true;
}

// A page from which a jump of 32 bits reaches the address and back.
static uint8_t *page_near(uintptr_t address)
{
    for (uintptr_t distance = 1 << 20; distance < (uintptr_t)1 << 30; distance += 1 << 20) {
        void *wanted = (void *)((address - distance) & ~(uintptr_t)(PAGE - 1));
        void *page = mmap(wanted, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (page == wanted) return page;
        if (page != MAP_FAILED) munmap(page, PAGE);
    }
    return NULL;
}

// The eight bytes that the jump lies in change at once: a function begins at a multiple of sixteen.
static bool write_jump(uint8_t *function, const uint8_t *to)
{
    if ((uintptr_t)function & 7) return false;
    void *pages = (void *)((uintptr_t)function & ~(uintptr_t)(PAGE - 1));
    if (mprotect(pages, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return false;
    uint64_t word;
    memcpy(&word, function, 8);
    int32_t distance = (int32_t)(to - (function + JUMP));
    uint8_t bytes[8];
    memcpy(bytes, &word, 8);
    bytes[0] = 0xE9;
    memcpy(bytes + 1, &distance, 4);
    memcpy(&word, bytes, 8);
    atomic_store((_Atomic uint64_t *)(void *)function, word);
    return mprotect(pages, PAGE, PROT_READ | PROT_EXEC) == 0;
}

static uint8_t *function_of(const char *library, const char *name)
{
    struct il_code code;
    uint8_t *exported = library ? dlsym(RTLD_NEXT, name) : NULL;
    return exported ? exported : il_private_function(library, name, &code) ? (uint8_t *)code.first : NULL;
}

// - Parameter needs_all: nothing is changed where one of them cannot be.
static const char *patch(const char *library, const struct il_patch *patches, size_t count, bool needs_all)
{
    if (!count || count > IL_MOST_PATCHES) return count ? patches[0].name : NULL;
    uint8_t *functions[IL_MOST_PATCHES], *first = function_of(library, patches[0].name);
    uint8_t *page = first ? page_near((uintptr_t)first) : NULL;
    if (!page) return patches[0].name;
    for (size_t index = 0; index < count; index++) {
        uint8_t *room = page + index * ROOM, *function = functions[index] = function_of(library, patches[index].name);
        uint8_t *moved = write_far_jump(room, (uintptr_t)patches[index].replacement);
        if (function && move(function, moved)) *patches[index].original = moved;
        else if (needs_all) return patches[index].name;
        else functions[index] = NULL;
    }
    if (mprotect(page, PAGE, PROT_READ | PROT_EXEC) != 0) return patches[0].name;
    for (size_t index = 0; index < count; index++) {
        if (functions[index] && !write_jump(functions[index], page + index * ROOM) && needs_all) return patches[index].name;
    }
    return NULL;
}

const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count) { return patch(library, patches, count, true); }
void il_patch_where_possible(const char *library, const struct il_patch *patches, size_t count) { patch(library, patches, count, false); }

#else

void il_patch_where_possible(const char *library, const struct il_patch *patches, size_t count) { (void)library, (void)patches, (void)count; }
const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count) { (void)library; return count ? patches[0].name : NULL; }

#endif

// MARK: functions that are not exported

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
        // The program comes first.
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

static bool find_in_file(const uint8_t *file, size_t size, const char *name, struct il_code *code)
{
    const ElfW(Ehdr) *header = (const void *)file;
    if (size < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 || header->e_shoff > size) return false;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    if (header->e_shoff + header->e_shnum * sizeof *sections > size) return false;
    for (int index = 0; index < header->e_shnum; index++) {
        if (sections[index].sh_type != SHT_SYMTAB || sections[index].sh_link >= header->e_shnum) continue;
        const ElfW(Shdr) *texts = &sections[sections[index].sh_link];
        if (sections[index].sh_offset + sections[index].sh_size > size || texts->sh_offset + texts->sh_size > size) return false;
        const ElfW(Sym) *symbols = (const void *)(file + sections[index].sh_offset);
        for (size_t at = 0; at < sections[index].sh_size / sizeof *symbols; at++) {
            if (symbols[at].st_name >= texts->sh_size) continue;
            const char *text = (const char *)file + texts->sh_offset + symbols[at].st_name;
            if (strncmp(text, name, texts->sh_size - symbols[at].st_name) != 0) continue;
            *code = (struct il_code){symbols[at].st_value, symbols[at].st_size};
            return true;
        }
    }
    return false;
}

bool il_private_function(const char *library_name, const char *name, struct il_code *code)
{
    struct library library = {.name = library_name};
    if (!dl_iterate_phdr(find_library, &library)) return false;
    int descriptor = open(library.path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    struct stat facts;
    bool found = false;
    if (fstat(descriptor, &facts) == 0 && facts.st_size > 0) {
        void *file = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        if (file != MAP_FAILED) {
            found = find_in_file(file, (size_t)facts.st_size, name, code);
            munmap(file, (size_t)facts.st_size);
        }
    }
    close(descriptor);
    if (found) code->first += library.base;
    return found;
}
