// Memory that the program frees explicitly, with deallocate() of an unsafe pointer.
//
// Freeing counts as a write of all of it: a thread that reads or writes it at the same time or
// later races. Freed memory is kept until the execution is over. So a task that uses it too late
// breaks nothing else, and finds the old contents.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"

#include <malloc.h>
#include <stdlib.h>

enum { MOST_PIECES = 512, MOST_BYTES = 16 << 20, LARGEST_TOLD = 1 << 16 };
static void *kept[MOST_PIECES];
static size_t count, bytes;

void interleave_free_kept(void)
{
    while (count) free(kept[--count]);
    bytes = 0;
}

// Returns whether the memory is kept; the real function is then not called.
static bool give_back(void *memory, uintptr_t caller, const uintptr_t *frame)
{
    if (!memory || !il_controlled() || il_module_of(caller) != IL_PROGRAM) return false;
    size_t size = malloc_usable_size(memory);
    il_enter_from(frame);
    uint32_t told = (uint32_t)(size < LARGEST_TOLD ? size : LARGEST_TOLD);
    il_control->access((uintptr_t)memory, told, INTERLEAVE_WRITES | INTERLEAVE_FREES, caller);
    il_leave();
    if (count == MOST_PIECES || bytes + size > MOST_BYTES) return false;
    kept[count++] = memory;
    bytes += size;
    return true;
}

// Swift passes the pointer first, then the number of elements of a buffer, and the element's type.
#define DEALLOCATE(ours, symbol)                                                                                              \
    __attribute__((swiftcall)) void ours(void *memory, void *second, void *third)                                             \
    {                                                                                                                         \
        if (give_back(memory, (uintptr_t)__builtin_return_address(0), __builtin_frame_address(0))) return;                    \
        ((__attribute__((swiftcall)) void (*)(void *, void *, void *))il_real(symbol))(memory, second, third);                \
    }
DEALLOCATE(il_deallocate_pointer, "$sSp10deallocateyyF")
DEALLOCATE(il_deallocate_raw_pointer, "$sSv10deallocateyyF")
DEALLOCATE(il_deallocate_buffer, "$sSr10deallocateyyF")
DEALLOCATE(il_deallocate_raw_buffer, "$sSw10deallocateyyF")
