// The ring: how records reach the file.
//
// The trace file is mapped, shared, and divided into chunks. A thread owns a chunk while it fills
// it and is its only writer. So a record is a clock reading, four stores and one release store of
// the chunk's finished length: no lock, no call. A reader of the file, now or after the process was
// killed, trusts only what lies below that mark. Full chunks are in a queue. If no fresh chunk is
// left, the oldest full one is used again, and its contents are counted as lost. Names (of queues,
// threads, modules) go to pinned chunks that are never used again.
//
// Invariants: (1) `committed` of a chunk never covers an incomplete record; (2) a chunk that is
// used again has `committed` set to 0 before anything else in it changes; (3) the mapping is never
// unmapped: a thread may still be writing while another one stops the recording; (4) no file
// descriptor stays open: the program may close or reuse any number.
#define _GNU_SOURCE
#include "recorder/ring.h"

#include "recorder/ring-state.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(struct il_chunk) == CHUNK_HEADER, "the chunk header of Format.md");
_Static_assert(sizeof(struct il_record) == RECORD, "the record of Format.md");
_Static_assert(offsetof(struct il_header, status) == 104, "the header of Format.md");
_Static_assert(offsetof(struct il_header, complete_from) == 112, "the header of Format.md");
_Static_assert(offsetof(struct il_header, left_out) == 124, "the header of Format.md");
_Static_assert(offsetof(struct il_header, restarted) == 128, "the header of Format.md");

__thread struct il_thread il_self __attribute__((tls_model("initial-exec")));
struct il_own_page il_own_page __attribute__((aligned(4096)));
bool il_tsc;

struct il_ring il_ring = {.lock = ATOMIC_FLAG_INIT};

void il_lock_ring(void)
{
    il_self.writing++;
    atomic_signal_fence(memory_order_seq_cst);
    while (atomic_flag_test_and_set_explicit(&il_ring.lock, memory_order_acquire)) sched_yield();
}

void il_unlock_ring(void)
{
    atomic_flag_clear_explicit(&il_ring.lock, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    il_self.writing--;
}

// Inside, but is the call that entered still running? A `longjmp` may have left it: then this frame
// is above its frame, or its frame was reused since.
bool il_has_left(const void *frame)
{
    if (il_self.writing) return false;
    if ((const uintptr_t *)frame <= il_self.entered && il_self.entered[1] == il_self.entered_from) return false;
    il_self.inside = 0;
    return true;
}

// MARK: time

uint64_t il_nanoseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

// MARK: chunks (the ring's lock is held)

static struct il_chunk *chunk_at(uint32_t index)
{
    return (struct il_chunk *)((unsigned char *)il_ring.header + HEADER_SIZE + (size_t)index * CHUNK_SIZE);
}

static uint32_t index_of(const struct il_chunk *chunk)
{
    return (uint32_t)(((const unsigned char *)chunk - (const unsigned char *)il_ring.header - HEADER_SIZE) / CHUNK_SIZE);
}

static void keep_as_full(struct il_chunk *chunk)
{
    chunk->closed = il_now();
    il_ring.full[(il_ring.full_head + il_ring.full_count++) % il_ring.capacity] = index_of(chunk);
}

static uint64_t records_in(const struct il_chunk *chunk)
{
    return atomic_load_explicit(&chunk->committed, memory_order_relaxed) / RECORD;
}

struct il_chunk *il_unused_chunk(void)
{
    if (il_ring.fresh < il_ring.capacity) {
        struct il_chunk *chunk = chunk_at(il_ring.fresh++);
        // All pages in one call: a page fault for each would cost the program more than the records
        // in it.
        uintptr_t page = (uintptr_t)chunk & ~(uintptr_t)4095;
        madvise((void *)page, CHUNK_SIZE, 23 /* MADV_POPULATE_WRITE */);
        return chunk;
    }
    if (!il_ring.full_count) return NULL;
    struct il_chunk *oldest = chunk_at(il_ring.full[il_ring.full_head]);
    il_ring.full_head = (il_ring.full_head + 1) % il_ring.capacity;
    il_ring.full_count--;
    atomic_fetch_add_explicit(&il_ring.header->overwritten, records_in(oldest), memory_order_relaxed);
    // Nothing that is lost is later than this.
    if (oldest->closed >= il_ring.header->complete_from) il_ring.header->complete_from = oldest->closed + 1;
    atomic_store_explicit(&oldest->committed, 0, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    return oldest;
}

void il_open_chunk(struct il_chunk *chunk, uint32_t lane, uint32_t flags)
{
    chunk->lane = lane;
    chunk->sequence = ++il_ring.sequence;
    chunk->flags = flags;
    chunk->nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
    chunk->ticks = il_now();
    chunk->thread = (uint64_t)syscall(SYS_gettid);
    chunk->lost_before = 0;  // losses are counted for the whole file, in its header
    chunk->closed = 0;
    atomic_thread_fence(memory_order_release);
    chunk->magic = CHUNK_MAGIC;
}

// MARK: a thread's own chunk

static void adopt(struct il_chunk *chunk)
{
    il_self.chunk = chunk;
    il_self.cursor = chunk->records + atomic_load_explicit(&chunk->committed, memory_order_relaxed);
    il_self.limit = (unsigned char *)chunk + CHUNK_SIZE;
    il_self.place_call = il_self.place_closure = il_self.place_extra = 0;
}

static bool take_chunk(size_t bytes)
{
    if (IL_UNLIKELY(!il_self.recording)) return false;
    il_lock_ring();
    bool taken = false;
    if (il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed)) {
        if (il_self.chunk) keep_as_full(il_self.chunk);
        il_self.chunk = NULL;
        struct il_chunk *chunk = NULL;
        if (il_ring.partial_count && bytes <= CHUNK_SIZE / 8) {
            chunk = chunk_at(il_ring.partial[--il_ring.partial_count]);
        } else if ((chunk = il_unused_chunk())) {
            il_open_chunk(chunk, il_self.lane, 0);
        }
        if (chunk) adopt(chunk);
        taken = chunk != NULL;
    }
    il_unlock_ring();
    if (!taken) il_self.cursor = il_self.limit = NULL;
    return taken;
}

bool il_more_room(size_t bytes)
{
    if (take_chunk(bytes)) return true;
    il_count_lost(bytes / RECORD);
    return false;
}

void il_count_lost(uint64_t records)
{
    if (il_ring.header) atomic_fetch_add_explicit(&il_ring.header->never_written, records, memory_order_relaxed);
}

// MARK: threads join and leave

static uintptr_t highest_stack_address(void)
{
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)low + size;
}

// The first record of a thread in a recording: gives it a lane and a name.
bool il_join(void)
{
    if (il_self.finished || il_self.inside || il_self.writing) return false;
    uint32_t current = atomic_load_explicit(&il_current, memory_order_acquire);
    if (!current) return false;
    il_self.inside++;
    bool is_main = syscall(SYS_gettid) == getpid();
    if (!il_self.stack_high) il_self.stack_high = highest_stack_address();
    memset(il_self.queues, 0, sizeof il_self.queues);
    il_self.items = 0;
    il_self.chunk = NULL;
    il_self.cursor = il_self.limit = NULL;
    if (il_self.lane_recording != current) {
        // Created in an earlier recording, whose lanes say nothing about this one.
        il_self.parent_lane = il_self.own_lane = 0;
        il_self.named = false;
    }
    il_self.lane = is_main ? 1 : il_self.own_lane ? il_self.own_lane : atomic_fetch_add(&il_ring.lanes, 1) + 1;
    il_self.own_lane = 0;
    il_self.recording = current;
    char name[32] = "";
    if (is_main) strcpy(name, "main");
    else if (il_self.role) snprintf(name, sizeof name, "%s", il_self.role);
    else pthread_getname_np(pthread_self(), name, 16);
    il_define(IL_THREAD_STARTED, 0, (uint64_t)syscall(SYS_gettid), il_self.parent_lane, NULL, 0);
    if (!il_self.named) il_define_text(il_self.lane, IL_THREAD_STARTED, name, strlen(name));
    il_self.named = false;
    pthread_setspecific(il_ring.at_thread_end, &il_self);
    il_self.inside--;
    return true;
}

void il_thread_finished(void)
{
    if (il_self.finished) return;
    il_self.finished = 1;
    IL_RELEASED(pthread_self());
    // (While the recording is stopped, the thread gives back its chunk all the same.)
    if (!il_self.recording || (il_self.recording != atomic_load(&il_current) && il_self.recording != il_ring.stopped)) return;
    il_self.inside++;
    if (il_self.recording == atomic_load(&il_current)) il_write(IL_THREAD_ENDED, 0, (uint64_t)syscall(SYS_gettid), 0);
    il_lock_ring();
    if (il_self.chunk && (il_self.recording == atomic_load(&il_current) || il_self.recording == il_ring.stopped)) {
        if (il_self.limit - il_self.cursor >= CHUNK_SIZE / 8) il_ring.partial[il_ring.partial_count++] = index_of(il_self.chunk);
        else keep_as_full(il_self.chunk);
    }
    il_self.chunk = NULL;
    il_self.cursor = il_self.limit = NULL;
    il_unlock_ring();
    il_self.inside--;
}

void il_at_thread_end(void *unused)
{
    (void)unused;
    il_thread_finished();
}

uint32_t il_new_lane(void) { return atomic_fetch_add(&il_ring.lanes, 1) + 1; }
