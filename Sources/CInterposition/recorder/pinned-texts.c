// Texts: after a record, or as names in pinned chunks that every lane shares and that are never
// used again.
#include "recorder/ring-state.h"

#include <string.h>

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
    if (IL_UNLIKELY(il_choice.is_partial) && il_is_left_out((uint16_t)argument, 0, object, 0)) return;
    length = bounded(text, length);
    size_t bytes = text_bytes(length);
    struct il_record *record = il_reserve(bytes);
    if (!record) return;
    fill_text(record, object, argument, text, length);
    il_commit(bytes);
}

// Reserves room in the pinned chunk; the ring's lock is held. At most a quarter of the file is
// pinned: beyond that, names go where records go.
static struct il_record *reserve_name(size_t bytes)
{
    unsigned char *limit = (unsigned char *)il_ring.names + CHUNK_SIZE;
    if (!il_ring.names || (size_t)(limit - il_ring.names_cursor) < bytes) {
        if (il_ring.pinned >= il_ring.capacity / 4) return NULL;
        struct il_chunk *chunk = il_unused_chunk();
        if (!chunk) return NULL;
        il_open_chunk(chunk, il_self.lane, 1);
        il_ring.pinned++;
        il_ring.names = chunk;
        il_ring.names_cursor = chunk->records;
    }
    return (struct il_record *)il_ring.names_cursor;
}

static void commit_name(size_t bytes)
{
    il_ring.names_cursor += bytes;
    atomic_store_explicit(&il_ring.names->committed, (uint32_t)(il_ring.names_cursor - il_ring.names->records), memory_order_release);
}

void il_define(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, const char *text, size_t length)
{
    length = text ? bounded(text, length) : 0;
    size_t bytes = RECORD + (text ? text_bytes(length) : 0);
    il_lock_ring();
    bool current = il_self.recording && il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed);
    struct il_record *record = current ? reserve_name(bytes) : NULL;
    if (record) {
        il_fill(record, il_now(), kind, detail, object, argument);
        if (text) fill_text(record + 1, object, kind, text, length);
        commit_name(bytes);
    }
    il_unlock_ring();
    if (record || !current) return;
    il_write(kind, detail, object, argument);
    if (text) il_write_text(object, kind, text, length);
}

void il_define_text(uint64_t object, uint64_t argument, const char *text, size_t length)
{
    if (IL_UNLIKELY(il_choice.is_partial) && il_is_left_out((uint16_t)argument, 0, object, 0)) return;
    length = bounded(text, length);
    size_t bytes = text_bytes(length);
    il_lock_ring();
    bool current = il_self.recording && il_self.recording == atomic_load_explicit(&il_current, memory_order_relaxed);
    struct il_record *record = current ? reserve_name(bytes) : NULL;
    if (record) {
        fill_text(record, object, argument, text, length);
        commit_name(bytes);
    }
    il_unlock_ring();
    if (!record && current) il_write_text(object, argument, text, length);
}
