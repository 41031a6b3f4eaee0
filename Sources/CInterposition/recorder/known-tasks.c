// The functions of Swift tasks whose creation the ring no longer has.
//
// The record of a task's creation is the only one with its function. A task can live longer than the
// ring remembers. So the creations are kept here as well, and when a task goes on after its creation
// was overwritten, the record is written again (as IL_TASK_KNOWN, since the task is not made then).
//
// Where tasks end is not seen. So the table has a fixed size, and a new task takes the place of the one
// of its bucket that was not seen for the longest time. A task that goes on again and again keeps its
// place, however many short ones are made meanwhile. A task without an entry has just a number.
#include "recorder/ring-state.h"
#include "recorder/ring.h"
#include "recorder/swift-tasks.h"

enum { BUCKETS = 2048, WAYS = 4 };

// `id` is 0 while another thread writes the entry.
static struct known {
    _Atomic uint64_t id, written, seen;
    struct il_made_task made;
} known[BUCKETS][WAYS];

static struct known *bucket_of(uint64_t task) { return known[task * 0x9E3779B97F4A7C15ull >> 53]; }

void il_know_task(uint64_t task, struct il_made_task made)
{
    struct known *bucket = bucket_of(task), *oldest = &bucket[0];
    for (int way = 1; way < WAYS; way++) {
        if (atomic_load_explicit(&bucket[way].seen, memory_order_relaxed) < atomic_load_explicit(&oldest->seen, memory_order_relaxed))
            oldest = &bucket[way];
    }
    uint64_t now = il_now();
    atomic_store_explicit(&oldest->id, 0, memory_order_release);
    oldest->made = made;
    atomic_store_explicit(&oldest->written, now, memory_order_relaxed);
    atomic_store_explicit(&oldest->seen, now, memory_order_relaxed);
    atomic_store_explicit(&oldest->id, task, memory_order_release);
}

void il_recall_task(uint64_t task)
{
    if (!task || !il_recording() || !il_ring.header) return;
    struct known *bucket = bucket_of(task), *entry = NULL;
    for (int way = 0; way < WAYS; way++) {
        if (atomic_load_explicit(&bucket[way].id, memory_order_acquire) == task) entry = &bucket[way];
    }
    if (!entry) return;
    uint64_t now = il_now(), written = atomic_load_explicit(&entry->written, memory_order_relaxed);
    atomic_store_explicit(&entry->seen, now, memory_order_relaxed);
    if (IL_LIKELY(written >= il_ring.header->complete_from)) return;
    struct il_made_task made = entry->made;
    // It was pushed out meanwhile, or another thread writes the record.
    if (atomic_load_explicit(&entry->id, memory_order_acquire) != task) return;
    if (!atomic_compare_exchange_strong(&entry->written, &written, now)) return;
    il_write_place(IL_TASK_KNOWN, made.detail, task, made.parent, made.caller, made.closure, made.within);
}
