// The ring: how records reach the file.
//
// The trace file is mapped, shared, and divided into chunks. A thread owns a chunk while it fills it and is its only writer, so a record is
// a clock reading, four stores and one release store of how far the chunk is finished: no lock, no call. Whoever reads the file, now or after
// the process was killed, trusts only what lies below that mark. Full chunks stand in a queue; when no fresh chunk is left the oldest full one
// is used again, and what it held is counted as lost. Names (of queues, threads, modules) go to pinned chunks that are never used again.
//
// Invariants: (1) `committed` of a chunk never covers a record that is not whole; (2) a chunk that is used again has `committed` set to 0
// before anything else in it changes; (3) the mapping is never unmapped: a thread may still be writing while another one stops the
// recording; (4) no file descriptor stays open: the program may close or reuse any number.
#define _GNU_SOURCE
#include "items.h"
#include "ring.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "include/CInterposition.h"

enum { HEADER_SIZE = 4096, CHUNK_SIZE = 32768, CHUNK_HEADER = 64, TEXT_LIMIT = 4096, SMALLEST_BUFFER = 1 << 20 };
enum { ENDED_IN_ORDER = 1, OUT_OF_SPACE = 2 };
#define CHUNK_MAGIC 0x4B4E4843u

struct il_header {
    char magic[8];
    uint32_t version, header_size, chunk_size, capacity, clock, origin;
    uint64_t start_ticks, start_nanoseconds, start_unix, end_ticks, end_nanoseconds, ticks_per_second;
    uint32_t process, flags;
    _Atomic uint64_t never_written, overwritten;
    uint32_t status;
};

_Static_assert(sizeof(struct il_chunk) == CHUNK_HEADER, "the chunk header of Format.md");
_Static_assert(sizeof(struct il_record) == RECORD, "the record of Format.md");
_Static_assert(offsetof(struct il_header, status) == 104, "the header of Format.md");

__thread struct il_thread il_self __attribute__((tls_model("initial-exec")));
_Atomic uint32_t il_current;
bool il_tsc;

// Everything below is guarded by `ring.lock`, which is taken once in a thousand records.
static struct {
    atomic_flag lock;
    struct il_header *header;
    uint32_t capacity, fresh, pinned;      // chunks in the file; first one never used; how many are pinned
    uint32_t *full;                        // queue of full chunks, oldest first
    uint32_t full_head, full_count;
    uint32_t *partial;                     // chunks that ended threads left with room in them
    uint32_t partial_count;
    uint64_t sequence;
    struct il_chunk *names;                // the pinned chunk that is being filled
    unsigned char *names_cursor;
    _Atomic uint32_t lanes;
    uint32_t recordings;
    pthread_key_t at_thread_end;
    bool prepared;
    char path[PATH_MAX];
} ring = {.lock = ATOMIC_FLAG_INIT};

static void lock_ring(void)
{
    while (atomic_flag_test_and_set_explicit(&ring.lock, memory_order_acquire)) sched_yield();
}

static void unlock_ring(void) { atomic_flag_clear_explicit(&ring.lock, memory_order_release); }

// MARK: time

uint64_t il_nanoseconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static bool kernel_trusts_the_counter(void)
{
#if defined(__aarch64__)
    return true;
#else
    char name[16] = "";
    int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource", O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    ssize_t length = read(file, name, sizeof name - 1);
    close(file);
    return length >= 3 && memcmp(name, "tsc", 3) == 0;
#endif
}

// Ticks a second by two readings 200 µs apart: only for runs too short to compare the clocks at their ends.
static uint64_t estimated_rate(void)
{
    if (!il_tsc) return 1000000000u;
    uint64_t from_ticks = il_now(), from = il_nanoseconds(CLOCK_MONOTONIC), to;
    do to = il_nanoseconds(CLOCK_MONOTONIC);
    while (to - from < 200000);
    return (uint64_t)((double)(il_now() - from_ticks) * 1e9 / (double)(to - from));
}

// MARK: chunks (the ring's lock is held)

static struct il_chunk *chunk_at(uint32_t index)
{
    return (struct il_chunk *)((unsigned char *)ring.header + HEADER_SIZE + (size_t)index * CHUNK_SIZE);
}

static uint32_t index_of(const struct il_chunk *chunk)
{
    return (uint32_t)(((const unsigned char *)chunk - (const unsigned char *)ring.header - HEADER_SIZE) / CHUNK_SIZE);
}

static void keep_as_full(struct il_chunk *chunk)
{
    ring.full[(ring.full_head + ring.full_count++) % ring.capacity] = index_of(chunk);
}

static uint64_t records_in(const struct il_chunk *chunk)
{
    return atomic_load_explicit(&chunk->committed, memory_order_relaxed) / RECORD;
}

static struct il_chunk *unused_chunk(void)
{
    if (ring.fresh < ring.capacity) {
        struct il_chunk *chunk = chunk_at(ring.fresh++);
        // All pages at once: a page fault for each would cost the program more than the records in it.
        uintptr_t page = (uintptr_t)chunk & ~(uintptr_t)4095;
        madvise((void *)page, CHUNK_SIZE, 23 /* MADV_POPULATE_WRITE */);
        return chunk;
    }
    if (!ring.full_count) return NULL;
    struct il_chunk *oldest = chunk_at(ring.full[ring.full_head]);
    ring.full_head = (ring.full_head + 1) % ring.capacity;
    ring.full_count--;
    atomic_fetch_add_explicit(&ring.header->overwritten, records_in(oldest), memory_order_relaxed);
    atomic_store_explicit(&oldest->committed, 0, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    return oldest;
}

static void open_chunk(struct il_chunk *chunk, uint32_t lane, uint32_t flags)
{
    chunk->lane = lane;
    chunk->sequence = ++ring.sequence;
    chunk->flags = flags;
    chunk->nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
    chunk->ticks = il_now();
    chunk->thread = (uint64_t)syscall(SYS_gettid);
    chunk->lost_before = 0;  // what was lost is counted for the whole file, in its header
    chunk->unused = 0;
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
    lock_ring();
    bool taken = false;
    if (il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed)) {
        if (il_self.chunk) keep_as_full(il_self.chunk);
        il_self.chunk = NULL;
        struct il_chunk *chunk = NULL;
        if (ring.partial_count && bytes <= CHUNK_SIZE / 8) {
            chunk = chunk_at(ring.partial[--ring.partial_count]);
        } else if ((chunk = unused_chunk())) {
            open_chunk(chunk, il_self.lane, 0);
        }
        if (chunk) adopt(chunk);
        taken = chunk != NULL;
    }
    unlock_ring();
    if (!taken) il_self.cursor = il_self.limit = NULL;
    return taken;
}

bool il_more_room(size_t bytes)
{
    if (take_chunk(bytes)) return true;
    if (ring.header) atomic_fetch_add_explicit(&ring.header->never_written, bytes / RECORD, memory_order_relaxed);
    return false;
}

// MARK: text and names

static size_t text_bytes(size_t length) { return RECORD + (length + RECORD - 1) / RECORD * RECORD; }

// Cuts at the limit, but never inside a character of UTF-8.
static size_t bounded(const char *text, size_t length)
{
    if (length <= TEXT_LIMIT) return length;
    length = TEXT_LIMIT;
    while (length && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
    return length;
}

static void fill_text(struct il_record *record, uint64_t object, uint64_t argument, const char *text, size_t length)
{
    il_fill(record, il_now(), IL_TEXT, (uint16_t)length, object, argument);
    memset(record + 1, 0, text_bytes(length) - RECORD);
    memcpy(record + 1, text, length);
}

void il_write_text(uint64_t object, uint64_t argument, const char *text, size_t length)
{
    length = bounded(text, length);
    size_t bytes = text_bytes(length);
    struct il_record *record = il_reserve(bytes);
    if (!record) return;
    fill_text(record, object, argument, text, length);
    il_commit(bytes);
}

// Reserves room in the pinned chunk; the ring's lock is held. At most a quarter of the file is pinned: past that, names go where records go.
static struct il_record *reserve_name(size_t bytes)
{
    unsigned char *limit = (unsigned char *)ring.names + CHUNK_SIZE;
    if (!ring.names || (size_t)(limit - ring.names_cursor) < bytes) {
        if (ring.pinned >= ring.capacity / 4) return NULL;
        struct il_chunk *chunk = unused_chunk();
        if (!chunk) return NULL;
        open_chunk(chunk, il_self.lane, 1);
        ring.pinned++;
        ring.names = chunk;
        ring.names_cursor = chunk->records;
    }
    return (struct il_record *)ring.names_cursor;
}

static void commit_name(size_t bytes)
{
    ring.names_cursor += bytes;
    atomic_store_explicit(&ring.names->committed, (uint32_t)(ring.names_cursor - ring.names->records), memory_order_release);
}

void il_define(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, const char *text, size_t length)
{
    length = text ? bounded(text, length) : 0;
    size_t bytes = RECORD + (text ? text_bytes(length) : 0);
    lock_ring();
    bool current = il_self.recording && il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed);
    struct il_record *record = current ? reserve_name(bytes) : NULL;
    if (record) {
        il_fill(record, il_now(), kind, detail, object, argument);
        if (text) fill_text(record + 1, object, kind, text, length);
        commit_name(bytes);
    }
    unlock_ring();
    if (record || !current) return;
    il_write(kind, detail, object, argument);
    if (text) il_write_text(object, kind, text, length);
}

void il_define_text(uint64_t object, uint64_t argument, const char *text, size_t length)
{
    length = bounded(text, length);
    size_t bytes = text_bytes(length);
    lock_ring();
    bool current = il_self.recording && il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed);
    struct il_record *record = current ? reserve_name(bytes) : NULL;
    if (record) {
        fill_text(record, object, argument, text, length);
        commit_name(bytes);
    }
    unlock_ring();
    if (!record && current) il_write_text(object, argument, text, length);
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
    if (il_self.finished || il_self.inside) return false;
    uint32_t current = atomic_load_explicit(&il_current, memory_order_acquire);
    if (!current) return false;
    il_self.inside++;
    bool is_main = syscall(SYS_gettid) == getpid();
    if (!il_self.stack_high) il_self.stack_high = highest_stack_address();
    memset(il_self.queues, 0, sizeof il_self.queues);
    il_self.items = 0;
    il_self.chunk = NULL;
    il_self.cursor = il_self.limit = NULL;
    il_self.lane = is_main ? 1 : il_self.own_lane ? il_self.own_lane : atomic_fetch_add(&ring.lanes, 1) + 1;
    il_self.own_lane = 0;
    il_self.recording = current;
    char name[32] = "";
    if (is_main) strcpy(name, "main");
    else if (il_self.role) snprintf(name, sizeof name, "%s", il_self.role);
    else pthread_getname_np(pthread_self(), name, 16);
    il_define(IL_THREAD_STARTED, 0, (uint64_t)syscall(SYS_gettid), il_self.parent_lane, NULL, 0);
    il_define_text(il_self.lane, IL_THREAD_STARTED, name, strlen(name));
    pthread_setspecific(ring.at_thread_end, &il_self);
    il_self.inside--;
    return true;
}

void il_thread_finished(void)
{
    if (il_self.finished) return;
    il_self.finished = 1;
    if (!il_self.recording || il_self.recording != atomic_load(&il_current)) return;
    il_self.inside++;
    il_write(IL_THREAD_ENDED, 0, (uint64_t)syscall(SYS_gettid), 0);
    lock_ring();
    if (il_self.chunk && il_self.recording == atomic_load(&il_current)) {
        if (il_self.limit - il_self.cursor >= CHUNK_SIZE / 8) ring.partial[ring.partial_count++] = index_of(il_self.chunk);
        else keep_as_full(il_self.chunk);
    }
    il_self.chunk = NULL;
    il_self.cursor = il_self.limit = NULL;
    unlock_ring();
    il_self.inside--;
}

static void at_thread_end(void *unused)
{
    (void)unused;
    il_thread_finished();
}

uint32_t il_new_lane(void) { return atomic_fetch_add(&ring.lanes, 1) + 1; }

// MARK: start and stop

static void after_fork_in_child(void)
{
    // The child shares the mapping with its parent: it must never write into it.
    atomic_store(&il_current, 0);
    ring.header = NULL;
}

static void after_fork_in_parent(void)
{
    if (il_recording()) il_write(IL_FORKED, 0, 0, 0);
}

static void describe_program(struct il_header *header)
{
    char *program = (char *)header + 256, *arguments = (char *)header + 1280;
    ssize_t length = readlink("/proc/self/exe", program, 1023);
    program[length < 0 ? 0 : length] = 0;
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t bytes = read(file, arguments, 2046);
    close(file);
    arguments[bytes < 0 ? 0 : bytes] = 0;
}

// Takes as much of the wanted size as the disk has; the smallest file is not worth having.
static int allocate(int file, uint64_t *size, bool *less)
{
    for (uint64_t wanted = *size;; wanted /= 2) {
        int error = posix_fallocate(file, 0, (off_t)(HEADER_SIZE + wanted));
        if (!error) {
            *size = wanted;
            return 0;
        }
        if (error != ENOSPC && error != EFBIG && error != EDQUOT) return error;
        if (wanted / 2 < SMALLEST_BUFFER) return error;
        *less = true;
        if (ftruncate(file, 0) != 0) return errno;
    }
}

int interleave_start(const char *path, uint64_t buffer_bytes)
{
    if (atomic_load(&il_current) || il_preloaded_recorder_is_recording()) return EBUSY;
    if (buffer_bytes < SMALLEST_BUFFER || buffer_bytes > (1ull << 40)) return EINVAL;
    if (strlen(path) >= sizeof ring.path) return ENAMETOOLONG;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) return errno;
    uint64_t size = buffer_bytes / CHUNK_SIZE * CHUNK_SIZE;
    bool less = false;
    int error = allocate(file, &size, &less);
    size = size / CHUNK_SIZE * CHUNK_SIZE;
    void *map = error ? MAP_FAILED : mmap(NULL, HEADER_SIZE + size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (!error && map == MAP_FAILED) error = errno;
    close(file);
    if (error) {
        unlink(path);
        return error;
    }
    lock_ring();
    if (!ring.prepared) {
        pthread_key_create(&ring.at_thread_end, at_thread_end);
        pthread_atfork(NULL, after_fork_in_parent, after_fork_in_child);
        il_tsc = kernel_trusts_the_counter();
        ring.prepared = true;
    }
    free(ring.full);
    free(ring.partial);
    ring.capacity = (uint32_t)(size / CHUNK_SIZE);
    ring.full = calloc(ring.capacity, sizeof *ring.full);
    ring.partial = calloc(ring.capacity, sizeof *ring.partial);
    ring.fresh = ring.pinned = ring.full_head = ring.full_count = ring.partial_count = 0;
    ring.sequence = 0;
    ring.names = NULL;
    atomic_store(&ring.lanes, 1);  // lane 1 is the main thread's
    if (!realpath(path, ring.path)) strcpy(ring.path, path);
    struct il_header *header = map;
    ring.header = header;
    header->version = 1;
    header->header_size = HEADER_SIZE;
    header->chunk_size = CHUNK_SIZE;
    header->capacity = ring.capacity;
    header->clock = il_tsc;
    header->ticks_per_second = estimated_rate();
    header->start_unix = il_nanoseconds(CLOCK_REALTIME);
    header->start_nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
    header->start_ticks = il_now();
    header->process = (uint32_t)getpid();
    header->flags = less ? OUT_OF_SPACE : 0;
    header->status = UINT32_MAX;
    describe_program(header);
    atomic_thread_fence(memory_order_release);
    memcpy(header->magic, "INTRLEAV", 8);
    uint32_t number = ++ring.recordings;
    unlock_ring();

    il_self.inside++;
    il_scan_modules();
    il_reset_queues();
    il_learn_private_blocks();
    il_self.inside--;
    atomic_store(&il_current, number);
    if (il_recording()) il_define_modules();
    return 0;
}

void interleave_stop(void)
{
    lock_ring();
    if (!atomic_exchange(&il_current, 0) || !ring.header) {
        unlock_ring();
        return;
    }
    ring.header->end_nanoseconds = il_nanoseconds(CLOCK_MONOTONIC);
    ring.header->end_ticks = il_now();
    ring.header->flags |= ENDED_IN_ORDER;
    // Threads that are in the middle of a record finish it in a chunk that stays: only chunks never used are cut off.
    off_t used = (off_t)HEADER_SIZE + (off_t)ring.fresh * CHUNK_SIZE;
    struct stat now;
    if (stat(ring.path, &now) == 0 && now.st_size > used && truncate(ring.path, used) != 0) {
        // A longer file than needed is still a whole trace.
    }
    unlock_ring();
}

bool interleave_is_recording(void) { return atomic_load(&il_current) != 0; }

void interleave_note(const char *text)
{
    if (!il_recording()) return;
    il_self.inside++;
    il_write(IL_NOTE, 0, 0, 0);
    il_write_text(0, IL_NOTE, text, strlen(text));
    il_self.inside--;
}

uint64_t interleave_bench_records(uint64_t count)
{
    if (!il_recording()) return 0;
    uint64_t from = il_nanoseconds(CLOCK_MONOTONIC);
    for (uint64_t index = 0; index < count; index++) il_write(IL_ITEM_BEGAN, 0, index, 0);
    return il_nanoseconds(CLOCK_MONOTONIC) - from;
}
