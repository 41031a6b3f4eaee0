// Memory that the program has freed (freed-memory.h).
//
// An explicit `deallocate()` counts as a write of all of it: a thread that reads or writes it at the
// same time or later races. Instrumented code checks each access against the freed memory. The
// runtime's own functions do not; so the first words of a freed object, which they all read, get an
// address at which nothing can be read.
#define _GNU_SOURCE
#include "explorer/memory/freed-memory.h"

#include "explorer/bridge.h"
#include "explorer/memory/references.h"
#include "explorer/trap-handler.h"

#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { MOST_PIECES = 1 << 15, MOST_BYTES = 32 << 20, LARGEST_TOLD = 1 << 16, WELL = 4096 };

// The pieces in the order in which they were freed, around the end of the array and back.
static struct piece {
    char *memory;
    size_t size;
    uintptr_t place;  // where the program freed it; 0: not known
} kept[MOST_PIECES];
static size_t first, count, bytes;
uint8_t il_freed_marks[IL_GRANULES / 8];
static bool is_keeping;
void interleave_keep_freed_memory(bool keeps) { is_keeping = keeps; }

// No byte here can be read. Each piece has a page of its own, which tells which piece it was.
static uintptr_t wells;

static void mark(const struct piece *piece, bool is_freed)
{
    uintptr_t granule = (uintptr_t)piece->memory / IL_GRANULE, end = ((uintptr_t)piece->memory + piece->size) / IL_GRANULE;
    for (; granule < end; granule++) {
        uint8_t *marks = &il_freed_marks[granule % IL_GRANULES / 8], bit = (uint8_t)(1 << granule % 8);
        *marks = is_freed ? *marks | bit : *marks & ~bit;
    }
}

static void let_go_of_oldest(void)
{
    struct piece *piece = &kept[first];
    mark(piece, false);
    bytes -= piece->size;
    first = (first + 1) % MOST_PIECES;
    count--;
    IL_REAL(free)(piece->memory);
}

void interleave_free_kept(void)
{
    while (count) let_go_of_oldest();
    first = 0;
}

// Returns the number of the kept piece.
static size_t keep(void *memory, size_t size, uintptr_t place)
{
    while (count && (count == MOST_PIECES || bytes + size > MOST_BYTES)) let_go_of_oldest();
    size_t index = (first + count++) % MOST_PIECES;
    kept[index] = (struct piece){memory, size, place};
    bytes += size;
    mark(&kept[index], true);
    return index;
}

// An object's first words are its type and its counts. The counts say that they are in a table
// elsewhere, and lead there as the runtime writes it: its address divided by eight, below two bits.
static void spoil(uintptr_t *object, size_t index)
{
    if (!wells) {
        void *pages = mmap(NULL, (size_t)MOST_PIECES * WELL, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) return;
        wells = (uintptr_t)pages;
    }
    uintptr_t well = wells + index * WELL + WELL / 2;
    object[0] = well;
    object[1] = (uintptr_t)3 << 62 | well >> 3;
}

uintptr_t il_place_of_free(uintptr_t memory)
{
    for (size_t age = count; age-- > 0;) {
        const struct piece *piece = &kept[(first + age) % MOST_PIECES];
        if ((uintptr_t)piece->memory == memory) return piece->place;
    }
    return 0;
}

uintptr_t il_freed_object_at(uintptr_t address)
{
    if (!wells || address - wells >= (uintptr_t)MOST_PIECES * WELL) return 0;
    return (uintptr_t)kept[(address - wells) / WELL].memory;
}

static void tell_freed(const void *memory, uintptr_t place)
{
    if (!il_memory_is_logged) return;
    if (!place) place = il_last_release ? il_last_release : il_program_caller(__builtin_frame_address(0));
    il_enter();
    il_control->reference((uintptr_t)memory, 0, INTERLEAVE_IS_FREED, place);
    il_leave();
}

// `caller` is the place of the call.
static inline __attribute__((always_inline)) void give_back(void *memory, bool is_object, uintptr_t caller)
{
    if (!is_keeping || !memory || !il_controlled()) {
        IL_REAL(free)(memory);
        return;
    }
    uintptr_t place = il_module_of(caller) == IL_PROGRAM && !is_object ? caller : il_last_release;
    // (Freed twice.)
    if (place && il_may_be_freed((uintptr_t)memory)) il_check_freed((uintptr_t)memory, place);
    size_t size = malloc_usable_size(memory);
    tell_freed(memory, place);
    size_t index = keep(memory, size, place);
    if (is_object && size >= IL_GRANULE) spoil(memory, index);
}

#define HERE ((uintptr_t)__builtin_return_address(0))
void il_give_back(void *memory) { give_back(memory, false, HERE); }

void il_give_back_object(void *memory)
{
    // (The runtime frees the frames of tasks, too, for its library of tasks.)
    if (il_module_of(HERE) == IL_CONCURRENCY) {
        IL_REAL(free)(memory);
    } else {
        give_back(memory, true, HERE);
    }
}

static const struct piece *piece_at(uintptr_t address)
{
    if (!il_may_be_freed(address)) return NULL;
    // (The latest ones first.)
    for (size_t age = count; age-- > 0;) {
        const struct piece *piece = &kept[(first + age) % MOST_PIECES];
        if (address - (uintptr_t)piece->memory < piece->size) return piece;
    }
    return NULL;
}

bool interleave_is_freed(uintptr_t address) { return piece_at(address) || il_freed_object_at(address); }

void il_check_freed(uintptr_t address, uintptr_t place)
{
    const struct piece *piece = piece_at(address);
    if (piece) il_trap_for_freed((uintptr_t)piece->memory, place);
}

// MARK: deallocate()

// Returns whether the memory is kept; the real function is then not called.
static bool deallocate(void *memory, uintptr_t caller, const uintptr_t *frame)
{
    if (!memory || !il_controlled() || il_module_of(caller) != IL_PROGRAM) return false;
    size_t size = malloc_usable_size(memory);
    if (il_may_be_freed((uintptr_t)memory)) il_check_freed((uintptr_t)memory, caller);
    il_enter_from(frame);
    uint32_t told = (uint32_t)(size < LARGEST_TOLD ? size : LARGEST_TOLD);
    il_control->access((uintptr_t)memory, told, INTERLEAVE_WRITES | INTERLEAVE_FREES, caller);
    il_leave();
    // (It may have been freed before it was this task's turn.)
    if (il_may_be_freed((uintptr_t)memory)) il_check_freed((uintptr_t)memory, caller);
    tell_freed(memory, caller);
    keep(memory, size, caller);
    return true;
}

// Swift passes the pointer first, then the number of elements of a buffer, and the element's type.
#define DEALLOCATE(ours, symbol)                                                                                              \
    __attribute__((swiftcall)) void ours(void *memory, void *second, void *third)                                             \
    {                                                                                                                         \
        if (deallocate(memory, (uintptr_t)__builtin_return_address(0), __builtin_frame_address(0))) return;                   \
        ((__attribute__((swiftcall)) void (*)(void *, void *, void *))il_real(symbol))(memory, second, third);                \
    }
DEALLOCATE(il_deallocate_pointer, "$sSp10deallocateyyF")
DEALLOCATE(il_deallocate_raw_pointer, "$sSv10deallocateyyF")
DEALLOCATE(il_deallocate_buffer, "$sSr10deallocateyyF")
DEALLOCATE(il_deallocate_raw_buffer, "$sSw10deallocateyyF")
