// The fast path of a record: a few stores, no call. See ring.c for its invariants.
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "recorder/chaos.h"
#include "recorder/record-kinds.h"
#include "recorder/recording.h"

enum { RECORD = 32 };

struct il_chunk {
    uint32_t magic, lane;
    uint64_t sequence;
    _Atomic uint32_t committed;
    uint32_t flags;
    uint64_t ticks, nanoseconds, thread, lost_before, closed;
    unsigned char records[];
};

struct il_record {
    uint64_t time;
    uint16_t kind, detail;
    uint32_t lane;
    uint64_t object, argument;
};

extern IL_HIDDEN bool il_tsc;  // the time-stamp counter is the kernel's clock source too

// ring.c
IL_HIDDEN uint32_t il_new_lane(void);
IL_HIDDEN void il_count_lost(uint64_t records);
IL_HIDDEN uint64_t il_nanoseconds(clockid_t clock);
IL_HIDDEN bool il_more_room(size_t bytes);

// The processor's own counter; nanoseconds on processors without a known one.
static inline uint64_t il_counter(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t value;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
    return value;
#else
    return il_nanoseconds(CLOCK_MONOTONIC);
#endif
}

static inline uint64_t il_now(void)
{
    return IL_LIKELY(il_tsc) ? il_counter() : il_nanoseconds(CLOCK_MONOTONIC);
}

// From here to `il_commit` a signal handler on this thread writes nothing. The fences restrict only
// the compiler: a handler runs on the same thread.
static inline struct il_record *il_reserve(size_t bytes)
{
    il_self.writing++;
    atomic_signal_fence(memory_order_seq_cst);
    if (IL_UNLIKELY((size_t)(il_self.limit - il_self.cursor) < bytes) && !il_more_room(bytes)) {
        il_self.writing--;
        return NULL;
    }
    return (struct il_record *)il_self.cursor;
}

static inline void il_commit(size_t bytes)
{
    il_self.cursor += bytes;
    atomic_store_explicit(&il_self.chunk->committed, (uint32_t)(il_self.cursor - il_self.chunk->records), memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    il_self.writing--;
}

static inline void il_fill(struct il_record *record, uint64_t time, uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument)
{
    record->time = time;
    record->kind = kind;
    record->detail = detail;
    record->lane = il_self.lane;
    record->object = object;
    record->argument = argument;
}

static inline void il_write_at(uint64_t time, uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument)
{
    if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_record(kind, detail, object, argument, 0);
    if (IL_UNLIKELY(il_choice.is_partial) && il_is_left_out(kind, detail, object, argument)) return;
    struct il_record *record = il_reserve(RECORD);
    if (!record) return;
    il_fill(record, time, kind, detail, object, argument);
    il_commit(RECORD);
}

static inline void il_write(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument)
{
    il_write_at(il_now(), kind, detail, object, argument);
}

// Followed by the place of the call: the program's call, its closure, and a value that depends on
// the kind.
static inline void il_write_place(
    uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, uint64_t caller, uint64_t closure, uint64_t extra)
{
    if (!caller && !closure && !extra) {
        il_write(kind, detail, object, argument);
        return;
    }
    if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_record(kind, detail, object, argument, caller);
    if (IL_UNLIKELY(il_choice.is_partial) && il_is_left_out(kind, detail, object, argument)) return;
    struct il_record *record = il_reserve(2 * RECORD);
    if (!record) return;
    if (il_self.place_call == caller && il_self.place_closure == closure && il_self.place_extra == extra) {
        il_fill(record, il_now(), kind, detail | IL_SAME_PLACE, object, argument);
        il_commit(RECORD);
        return;
    }
    il_fill(record, il_now(), kind, detail | IL_HAS_PLACE, object, argument);
    il_fill(record + 1, caller, IL_PLACE, 0, closure, extra);
    il_self.place_call = caller;
    il_self.place_closure = closure;
    il_self.place_extra = extra;
    il_commit(2 * RECORD);
}

static inline uint64_t il_new_item(void)
{
    return ((uint64_t)il_self.lane << 40) | ++il_self.items;
}

// pinned-texts.c
IL_HIDDEN void il_write_text(uint64_t object, uint64_t argument, const char *text, size_t length);
IL_HIDDEN void il_define(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, const char *text, size_t length);
IL_HIDDEN void il_define_text(uint64_t object, uint64_t argument, const char *text, size_t length);
