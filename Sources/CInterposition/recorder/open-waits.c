// Waits whose records count only if they become long: see open-waits.h.
#define _GNU_SOURCE
#include "recorder/open-waits.h"

#include "recorder/ring-state.h"

enum { SHORTEST = 20000 };  // a fraction of a second: 50 µs

static struct il_record *mark_of(unsigned char *record) { return (struct il_record *)(record + 2 * RECORD); }

struct il_open_wait il_open_wait(uint16_t detail, uint64_t object, uint64_t timeout, uintptr_t caller)
{
    struct il_open_wait none = {0};
    struct il_record *record = il_reserve(3 * RECORD);
    if (!record) return none;
    struct il_open_wait wait = {(unsigned char *)record, il_now()};
    struct il_chunk *chunk = il_self.chunk;
    uint64_t committed = (uint64_t)(il_self.cursor - chunk->records);
    il_fill(record, wait.began, IL_WAIT_BEGAN, detail | IL_HAS_PLACE, object, timeout);
    il_fill(record + 1, caller, IL_PLACE, 0, 0, 0);
    // (The kind comes last, and is what makes it a mark.)
    il_fill(mark_of(wait.record), wait.began, 0, 0, chunk->sequence, committed);
    atomic_thread_fence(memory_order_release);
    ((volatile struct il_record *)mark_of(wait.record))->kind = IL_WAIT_OPEN;
    atomic_signal_fence(memory_order_seq_cst);
    il_self.writing--;
    return wait;
}

void il_close_wait(struct il_open_wait wait, uint16_t detail, uint64_t object)
{
    il_self.writing++;
    atomic_signal_fence(memory_order_seq_cst);
    uint64_t now = il_now();
    bool is_short = (now - wait.began) * SHORTEST < (il_tsc ? il_ring.header->ticks_per_second : 1000000000u);
    // After the end of the recording, the mark stays: the thread was in the call then. If a signal handler has written
    // records meanwhile, they are where this one was.
    bool is_there = il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed) && il_self.cursor == wait.record;
    if (!is_there || is_short) {
        if (is_there) ((volatile struct il_record *)mark_of(wait.record))->kind = 0;
        atomic_signal_fence(memory_order_seq_cst);
        il_self.writing--;
        return;
    }
    struct il_record *place = (struct il_record *)wait.record + 1;
    il_self.place_call = place->time;
    il_self.place_closure = il_self.place_extra = 0;
    il_commit(2 * RECORD);
    il_write_at(now, IL_WAIT_ENDED, detail, object, 0);
}
