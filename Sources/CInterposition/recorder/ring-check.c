// The ring's invariants, checked at the end of a recording in debug builds. (Without the standard assertions: they would print through
// functions that are recorded.)
#include "recorder/ring-state.h"

#ifdef DEBUG
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(bool holds, const char *contradiction)
{
    if (holds) return;
    static const char begin[] = "The recorder contradicts itself: ";
    if (write(STDERR_FILENO, begin, sizeof begin - 1) < 0 || write(STDERR_FILENO, contradiction, strlen(contradiction)) < 0
        || write(STDERR_FILENO, ".\n", 2) < 0) {
        // There is no one to tell.
    }
    abort();
}

static const struct il_chunk *chunk_at(uint32_t index)
{
    return (const struct il_chunk *)((const unsigned char *)il_ring.header + HEADER_SIZE + (size_t)index * CHUNK_SIZE);
}

// A chunk is in one place: its owner's, the queue of full ones, those with room, or the pinned ones.
static void check_places(void)
{
    bool *known = calloc(il_ring.capacity, sizeof *known);
    if (!known) return;
    for (uint32_t number = 0; number < il_ring.full_count; number++) {
        uint32_t index = il_ring.full[(il_ring.full_head + number) % il_ring.capacity];
        check(index < il_ring.fresh && !known[index], "a full chunk is in the queue twice, or was never used");
        check(chunk_at(index)->closed != 0, "a full chunk has no end");
        known[index] = true;
    }
    for (uint32_t number = 0; number < il_ring.partial_count; number++) {
        uint32_t index = il_ring.partial[number];
        check(index < il_ring.fresh && !known[index], "a chunk with room is full, too, or was never used");
        known[index] = true;
    }
    free(known);
}

void il_check_ring(void)
{
    if (!il_ring.header) return;
    check(il_ring.fresh <= il_ring.capacity, "more chunks are in use than there are");
    check(il_ring.full_count + il_ring.partial_count + il_ring.pinned <= il_ring.fresh, "more chunks are kept than were used");
    uint32_t lanes = atomic_load(&il_ring.lanes);
    for (uint32_t index = 0; index < il_ring.fresh; index++) {
        const struct il_chunk *chunk = chunk_at(index);
        uint32_t committed = atomic_load_explicit(&chunk->committed, memory_order_acquire);
        check(chunk->magic == CHUNK_MAGIC, "a chunk in use has no header");
        check(committed % RECORD == 0 && committed <= CHUNK_SIZE - CHUNK_HEADER, "the end of a chunk is not between two records");
        check(chunk->lane <= lanes, "a chunk is of a thread that is not there");
        check(chunk->sequence > 0 && chunk->sequence <= il_ring.sequence, "a chunk has no number");
    }
    check_places();
}
#else
void il_check_ring(void) {}
#endif
