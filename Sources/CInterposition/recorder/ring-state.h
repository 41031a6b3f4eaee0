// The shared state of the ring's files: the header of the file and the state of its chunks. See
// ring.c for the design.
#pragma once

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

#include "recorder/ring.h"

enum { HEADER_SIZE = 4096, CHUNK_SIZE = 32768, CHUNK_HEADER = 64, TEXT_LIMIT = 4096, SMALLEST_BUFFER = 1 << 20 };
enum { ENDED_IN_ORDER = 1, OUT_OF_SPACE = 2, STOPPED_EARLY = 8 };
enum { IL_RECORDING = 1, IL_STOPPED = 2 };
#define CHUNK_MAGIC 0x4B4E4843u

struct il_header {
    char magic[8];
    uint32_t version, header_size, chunk_size, capacity, clock, origin;
    uint64_t start_ticks, start_nanoseconds, start_unix, end_ticks, end_nanoseconds, ticks_per_second;
    uint32_t process, flags;
    _Atomic uint64_t never_written, overwritten;
    uint32_t status;
    _Atomic uint32_t wanted;  // control.c
    uint64_t complete_from;
    _Atomic uint32_t obeyed;
    uint32_t left_out;  // choice.c
    uint64_t restarted;  // control.c: when it was last started after a stop, 0: never
};

// The ring itself, protected by its lock, which is acquired once in a thousand records.
struct il_ring {
    atomic_flag lock;
    struct il_header *header;
    uint32_t capacity, fresh, pinned;      // chunks in the file; first one never used; number of pinned ones
    uint32_t *full;                        // queue of full chunks, oldest first
    uint32_t full_head, full_count;
    uint32_t *partial;                     // chunks that ended threads left with room in them
    uint32_t partial_count;
    uint64_t sequence;
    struct il_chunk *names;                // the pinned chunk that is being filled
    unsigned char *names_cursor;
    _Atomic uint32_t lanes;
    uint32_t recordings;
    uint32_t stopped;                      // the recording that was stopped from outside, 0: none
    pthread_key_t at_thread_end;
    bool prepared;
    char path[PATH_MAX];
    dev_t device;
    ino_t inode;
};

extern IL_HIDDEN struct il_ring il_ring;

// ring.c; the ring's lock is held while chunks change owners
IL_HIDDEN void il_lock_ring(void);
IL_HIDDEN void il_unlock_ring(void);
IL_HIDDEN struct il_chunk *il_unused_chunk(void);
IL_HIDDEN void il_open_chunk(struct il_chunk *chunk, uint32_t lane, uint32_t flags);
IL_HIDDEN void il_at_thread_end(void *unused);

// ring-check.c: stops the process if the ring contradicts itself; in debug builds only. The ring's lock is held.
IL_HIDDEN void il_check_ring(void);
