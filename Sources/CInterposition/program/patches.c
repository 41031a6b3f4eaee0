// Changes functions in place.
//
// A symbol of ours is found before a library's own, but not by the library itself:
// libswift_Concurrency calls its own functions directly. If the explorer must intercept such a
// function, its first instructions are replaced by a jump. They are moved to a nearby page of ours,
// which then jumps back to the instruction after them. So the original function can still be
// called. Only position-independent instructions are moved.
//
// A function that was changed before keeps its jump: the second replacement takes the place of the
// original code, and the first replacement calls it. So the order of the replacements is the order
// of the changes, from outside to inside.
#define _GNU_SOURCE
#include "program/patches.h"

#include "program/instructions.h"
#include "program/library-code.h"
#include "program/runtime-functions.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)

enum { JUMP = 5, FAR_JUMP = 14, ROOM = 64, PAGE = IL_MOST_PATCHES * ROOM };

static uint8_t *write_far_jump(uint8_t *at, uintptr_t to)
{
    static const uint8_t through_next_word[] = {0xFF, 0x25, 0, 0, 0, 0};
    memcpy(at, through_next_word, sizeof through_next_word);
    memcpy(at + sizeof through_next_word, &to, sizeof to);
    return at + FAR_JUMP;
}

// Conditional jumps with a distance of one byte become ones with four, and so do plain jumps.
static size_t write_with_far_distance(const uint8_t *code, struct il_instruction instruction, uint8_t *room)
{
    if (instruction.distance_size == 4) {
        memcpy(room, code, instruction.length);
        return instruction.distance_at;
    }
    uint8_t operation = code[instruction.distance_at - 1];
    if (instruction.kind == IL_JUMP) {
        room[0] = 0xE9;
        return 1;
    }
    room[0] = 0x0F;
    room[1] = operation + 0x10;
    return 2;
}

// Writes to `room` instructions with the same effect there as the instruction has at its own place.
// Returns their length; 0: it works only at its own place.
static size_t move_instruction(const uint8_t *code, struct il_instruction instruction, uint8_t *room)
{
    if (!instruction.length || instruction.kind == IL_SHORT_BRANCH) return 0;
    if (!instruction.distance_size) {
        memcpy(room, code, instruction.length);
        return instruction.length;
    }
    size_t at = write_with_far_distance(code, instruction, room);
    size_t length = instruction.distance_size == 4 ? instruction.length : at + 4;
    int64_t distance = il_target_of(code, instruction) - (room + length);
    if (distance != (int32_t)distance) return 0;
    int32_t narrow = (int32_t)distance;
    memcpy(room + at, &narrow, 4);
    return length;
}

static bool is_padding(const uint8_t *code, struct il_instruction instruction)
{
    size_t first = 0;
    while (first < instruction.length && (code[first] == 0x66 || code[first] == 0x2E)) first++;
    bool is_long = code[first] == 0x0F && code[first + 1] == 0x1F;
    return instruction.length && (is_long || code[first] == 0x90 || code[first] == 0xCC);
}

// Whether the function jumps to an address between `low` and `high`: the moved instructions are no
// longer there. The function ends with the first instruction that does not continue and comes after
// all its jump targets. Code that is reached only through a table of addresses is not examined.
static bool jumps_between(const uint8_t *function, const uint8_t *low, const uint8_t *high)
{
    enum { NEAR = 1 << 12, LONGEST = 16 };
    struct il_code segment = il_segment_of((uintptr_t)function);
    const uint8_t *at = function, *last = function, *end = (const uint8_t *)(segment.first + segment.size) - LONGEST;
    while (at < end) {
        struct il_instruction instruction = il_decode(at);
        if (!instruction.length) return false;
        if (instruction.kind == IL_BRANCH || instruction.kind == IL_SHORT_BRANCH || instruction.kind == IL_JUMP) {
            const uint8_t *target = il_target_of(at, instruction);
            if (target > low && target < high) return true;
            // (A jump to a far address leads to another function.)
            if (target > last && target < at + NEAR) last = target;
        }
        if ((instruction.kind == IL_JUMP || instruction.kind == IL_END) && at >= last) return false;
        at += instruction.length;
    }
    return false;
}

// Writes the function's first instructions to `room`, and the jump after them. Returns false if one
// of them cannot be moved.
static bool move(const uint8_t *function, uint8_t *room)
{
    size_t moved = 0, written = 0;
    bool has_ended = false;
    while (moved < JUMP) {
        struct il_instruction instruction = il_decode(function + moved);
        if (has_ended) {
            // A function shorter than the jump: only the padding up to the next function may be
            // overwritten.
            if (!is_padding(function + moved, instruction)) return false;
        } else {
            size_t length = move_instruction(function + moved, instruction, room + written);
            if (!length) return false;
            written += length;
        }
        has_ended |= instruction.kind == IL_JUMP || instruction.kind == IL_END;
        moved += instruction.length;
    }
    if (jumps_between(function, function, function + moved)) return false;
    write_far_jump(room + written, (uintptr_t)function + moved);
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

// Code can be changed while its page is writable: one page at a time, because many functions lie in
// one page.
static bool open_page(uintptr_t *opened, uintptr_t page)
{
    if (page == *opened) return true;
    if (*opened) mprotect((void *)*opened, PAGE, PROT_READ | PROT_EXEC);
    *opened = page;
    return !page || mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) == 0;
}

// The eight bytes of the jump change in one store: a function begins at a multiple of sixteen.
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
    return exported ? exported : il_runtime_function(library, name, &code) ? (uint8_t *)code.first : NULL;
}

// The changes by name that were made, in their order. They are kept, so they are constants.
enum { MOST_CHANGES = 16 };
static struct {
    const struct il_patch *patches;
    size_t count;
} changes[MOST_CHANGES];
static size_t change_count;

// Where the innermost replacement of a changed function keeps its original; NULL: the function was
// not changed.
static void **innermost_original(const char *name)
{
    for (size_t change = change_count; change-- > 0;) {
        for (size_t index = 0; index < changes[change].count; index++) {
            if (strcmp(changes[change].patches[index].name, name) == 0) return changes[change].patches[index].original;
        }
    }
    return NULL;
}

// - Parameter addresses: NULL: the functions are found by name, and nothing is changed if one is
//   not found.
static const char *patch(const char *library, const uintptr_t *addresses, const struct il_patch *patches, size_t count)
{
    if (!count || count > IL_MOST_PATCHES) return count ? patches[0].name : NULL;
    bool needs_all = !addresses;
    if (needs_all && change_count == MOST_CHANGES) return patches[0].name;
    void **outer[IL_MOST_PATCHES] = {NULL};
    uint8_t *functions[IL_MOST_PATCHES], *moved[IL_MOST_PATCHES], *first = addresses ? (uint8_t *)addresses[0] : function_of(library, patches[0].name);
    uint8_t *page = first ? page_near((uintptr_t)first) : NULL;
    if (!page) return patches[0].name;
    for (size_t index = 0; index < count; index++) {
        uint8_t *room = page + index * ROOM, *function = functions[index] = addresses ? (uint8_t *)addresses[index] : function_of(library, patches[index].name);
        moved[index] = write_far_jump(room, (uintptr_t)patches[index].replacement);
        outer[index] = needs_all ? innermost_original(patches[index].name) : NULL;
        if (outer[index]) continue;
        if (function && move(function, moved[index])) continue;
        if (needs_all) return patches[index].name;
        functions[index] = NULL;
    }
    if (mprotect(page, PAGE, PROT_READ | PROT_EXEC) != 0) return patches[0].name;
    // Only now: other threads can call a replacement, which finds the moved instructions here, before its
    // function is changed.
    for (size_t index = 0; index < count; index++) {
        void *original = outer[index] ? *outer[index] : moved[index];
        if (functions[index]) __atomic_store_n(patches[index].original, original, __ATOMIC_RELEASE);
    }
    uintptr_t opened = 0;
    const char *failed = NULL;
    for (size_t index = 0; index < count && !failed; index++) {
        if (outer[index]) __atomic_store_n(outer[index], patches[index].replacement, __ATOMIC_RELEASE);
        else if (functions[index] && !write_jump(functions[index], page + index * ROOM, &opened) && needs_all) failed = patches[index].name;
    }
    open_page(&opened, 0);
    if (needs_all && !failed) {
        changes[change_count].patches = patches;
        changes[change_count++].count = count;
    }
    return failed;
}

// One thread at a time. Two that changed one function at the same time would each move the original
// instructions, and the first one's jump would be lost.
static const char *patch_alone(const char *library, const uintptr_t *addresses, const struct il_patch *patches, size_t count)
{
    static atomic_flag lock = ATOMIC_FLAG_INIT;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {}
    const char *failed = patch(library, addresses, patches, count);
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return failed;
}

const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count) { return patch_alone(library, NULL, patches, count); }
void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count) { (void)patch_alone(NULL, addresses, patches, count); }

#else

void il_patch_where_possible(const uintptr_t *addresses, const struct il_patch *patches, size_t count) { (void)addresses, (void)patches, (void)count; }
const char *il_patch_functions(const char *library, const struct il_patch *patches, size_t count) { (void)library; return count ? patches[0].name : NULL; }

#endif
