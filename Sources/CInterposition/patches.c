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

// How many bytes say what an instruction works on: the byte for its mode, an index, a distance. `at_address`: the distance counts from behind it.
static size_t length_of_operands(const uint8_t *code, bool *at_address)
{
    uint8_t mode = code[0] >> 6, base = code[0] & 7;
    if (mode == 3) return 1;
    size_t length = base == 4 ? 2 : 1;
    *at_address = mode == 0 && base == 5;
    bool has_distance = mode == 2 || *at_address || (mode == 0 && base == 4 && (code[1] & 7) == 5);
    return length + (has_distance ? 4 : mode == 1 ? 1 : 0);
}

// The length of an instruction that can be moved; 0: it is another. `at_address` says that its last four bytes count from behind it.
static size_t length_of(const uint8_t *code, bool *at_address)
{
    static const uint8_t branch_target[] = {0xF3, 0x0F, 0x1E, 0xFA};
    *at_address = false;
    if (memcmp(code, branch_target, sizeof branch_target) == 0) return sizeof branch_target;
    // A call, and jumps on a condition: their distance counts from behind them, too.
    bool is_jump = code[0] == 0x0F && (code[1] & 0xF0) == 0x80;
    if (code[0] == 0xE8 || is_jump) {
        *at_address = true;
        return is_jump ? 6 : 5;
    }
    bool has_prefix = (code[0] & 0xF0) == 0x40, is_wide = has_prefix && code[0] & 8;
    size_t prefix = has_prefix ? 1 : 0;
    uint8_t what = code[prefix];
    if ((what & 0xF0) == 0x50) return prefix + 1;                          // push, pop
    if ((what & 0xF8) == 0xB8) return prefix + 1 + (is_wide ? 8 : 4);      // mov $n,%r..
    if ((what & 0xF8) == 0xB0) return prefix + 2;
    size_t opcode = what == 0x0F ? 2 : 1, constant = 0;
    switch (what) {
    case 0x01: case 0x03: case 0x31: case 0x33: case 0x39: case 0x3B: case 0x85: case 0x88: case 0x89: case 0x8A: case 0x8B: case 0x8D: break;
    case 0x80: case 0x83: case 0xC6: constant = 1; break;
    case 0x81: case 0xC7: constant = 4; break;
    case 0x0F: {
        uint8_t second = code[prefix + 1];  // moves that widen, and of registers for real numbers
        bool is_known = second == 0xB6 || second == 0xB7 || second == 0xBE || second == 0xBF || second == 0x10 || second == 0x28 || second == 0x57;
        if (!is_known) return 0;
        break;
    }
    default: return 0;
    }
    size_t length = prefix + opcode + length_of_operands(code + prefix + opcode, at_address) + constant;
    return *at_address && constant ? 0 : length;
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

// Code lets itself be changed as long as its page is open: one at a time, because many functions lie in one page.
static bool open_page(uintptr_t *opened, uintptr_t page)
{
    if (page == *opened) return true;
    if (*opened) mprotect((void *)*opened, PAGE, PROT_READ | PROT_EXEC);
    *opened = page;
    return !page || mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

// The eight bytes that the jump lies in change at once: a function begins at a multiple of sixteen.
static bool write_jump(uint8_t *function, const uint8_t *to, uintptr_t *opened)
{
    int64_t far = to - (function + JUMP);
    if ((uintptr_t)function & 7 || far != (int32_t)far) return false;
    if (!open_page(opened, (uintptr_t)function & ~(uintptr_t)(PAGE - 1))) return false;
    uint64_t word;
    memcpy(&word, function, 8);
    int32_t distance = (int32_t)far;
    uint8_t bytes[8];
    memcpy(bytes, &word, 8);
    bytes[0] = 0xE9;
    memcpy(bytes + 1, &distance, 4);
    memcpy(&word, bytes, 8);
    atomic_store((_Atomic uint64_t *)(void *)function, word);
    return true;
}

static uint8_t *function_of(const char *library, const char *name)
{
    struct il_code code;
    uint8_t *exported = library ? dlsym(RTLD_NEXT, name) : NULL;
    return exported ? exported : il_private_function(library, name, &code) ? (uint8_t *)code.first : NULL;
}

// - Parameter addresses: NULL: they are found by name, and nothing is changed where one of them cannot be.
static const char *patch(const char *library, const uintptr_t *addresses, const struct il_patch *patches, size_t count)
{
    if (!count || count > IL_MOST_PATCHES) return count ? patches[0].name : NULL;
    bool needs_all = !addresses;
    uint8_t *functions[IL_MOST_PATCHES], *first = addresses ? (uint8_t *)addresses[0] : function_of(library, patches[0].name);
    uint8_t *page = first ? page_near((uintptr_t)first) : NULL;
    if (!page) return patches[0].name;
    for (size_t index = 0; index < count; index++) {
        uint8_t *room = page + index * ROOM, *function = functions[index] = addresses ? (uint8_t *)addresses[index] : function_of(library, patches[index].name);
        uint8_t *moved = write_far_jump(room, (uintptr_t)patches[index].replacement);
        if (function && move(function, moved)) *patches[index].original = moved;
        else if (needs_all) return patches[index].name;
        else functions[index] = NULL;
    }
    if (mprotect(page, PAGE, PROT_READ | PROT_EXEC) != 0) return patches[0].name;
    uintptr_t opened = 0;
    const char *failed = NULL;
    for (size_t index = 0; index < count && !failed; index++) {
        if (functions[index] && !write_jump(functions[index], page + index * ROOM, &opened) && needs_all) failed = patches[index].name;
    }
    open_page(&opened, 0);
    return failed;
}

const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count) { return patch(library, NULL, patches, count); }
void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count) { patch(NULL, addresses, patches, count); }

#else

void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count) { (void)addresses, (void)patches, (void)count; }
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

// What is looked for in the symbol table of a file: each symbol is shown to `visit`, until that returns true.
struct search {
    bool (*visit)(const char *text, size_t room, const ElfW(Sym) *symbol, struct search *search);
    const char *name;
    struct il_code code;
    void (*tell)(const char *name, uintptr_t address, size_t size);
    uintptr_t base;
};

static bool find_in_file(const uint8_t *file, size_t size, struct search *search)
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
            if (search->visit(text, texts->sh_size - symbols[at].st_name, &symbols[at], search)) return true;
        }
    }
    return false;
}

static bool is_sought(const char *text, size_t room, const ElfW(Sym) *symbol, struct search *search)
{
    if (strncmp(text, search->name, room) != 0) return false;
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
            found = find_in_file(file, (size_t)facts.st_size, search);
            munmap(file, (size_t)facts.st_size);
        }
    }
    close(descriptor);
    return found;
}

bool il_private_function(const char *library, const char *name, struct il_code *code)
{
    struct search search = {.visit = is_sought, .name = name};
    bool found = search_file(library, &search);
    if (found) *code = search.code;
    return found;
}

void il_each_private_function(const char *library, void (*visit)(const char *name, uintptr_t address, size_t size))
{
    struct search search = {.visit = tell_function, .tell = visit};
    search_file(library, &search);
}
