// One step up the stack through code that keeps no frame pointers (libswiftDispatch, parts of
// Foundation).
//
// The `.eh_frame` section of such code says, for each instruction, where its caller's frame begins
// (the canonical frame address, CFA) and where the caller's frame pointer was saved: call frame
// information, as in the DWARF standard, section 6.4. The general unwinder takes microseconds and
// locks; we need a few call sites again and again. So the rule of a call site is computed once,
// packed into one word, and kept in a table that is read without a lock.
//
// Functions that can neither throw nor be unwound have no such description. For those the prologue
// itself is read (x86-64): the registers that it pushes and what it subtracts from the stack
// pointer. If not even the function's begin is known, its end is read (epilogues.c). An address
// found in these ways must follow a call instruction, or the walk ends.
//
// Rule: CFA = (stack pointer or frame pointer) + offset; return address at CFA - 8; saved frame
// pointer at CFA + offset, if saved. A description that says anything else has no rule, and the
// walk ends there: then the caller is not known, and nothing is claimed.
#define _GNU_SOURCE
#include "program/unwind.h"

#include "base/thread-state.h"
#include "program/epilogues.h"
#include "program/modules.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#if defined(__x86_64__)
enum { FRAME_POINTER = 6, STACK_POINTER = 7 };
#elif defined(__aarch64__)
enum { FRAME_POINTER = 29, STACK_POINTER = 31 };
#endif

enum { MODULES = 4, CACHE = 4096, STATES = 8 };

// `.eh_frame_hdr`: a sorted table of (function, description), both relative to the section itself.
struct index_header {
    uint8_t version, frame_encoding, count_encoding, table_encoding;
    int32_t frame;
    uint32_t count;
    struct { int32_t function, description; } table[];
};

static struct {
    uintptr_t low, high;
    const struct index_header *index;
} described[MODULES];
static uint32_t described_count;

// A packed rule: offset of the call site in its module (26 bits), module (2), valid (1), CFA from
// the frame pointer (1), CFA offset / 8 (16), and the place of the saved frame pointer below the
// CFA / 8 (13; 0: not saved), guessed from the prologue (1). A word of all zero bits is an empty
// slot.
static _Atomic uint64_t cache[CACHE];

struct rule {
    bool valid, from_frame_pointer, guessed;
    uint32_t offset, saved_below;
};

void il_unwind_describe(const struct dl_phdr_info *info)
{
    uintptr_t low = 0, high = 0;
    const struct index_header *index = NULL;
    for (int number = 0; number < info->dlpi_phnum; number++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[number];
        uintptr_t from = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X)) {
            low = from;
            high = from + segment->p_memsz;
        }
        if (segment->p_type == PT_GNU_EH_FRAME) index = (const void *)from;
    }
    // 0x3b: signed 4 bytes relative to the section, 0x1b: relative to the field, 0x03: 4 bytes; what every linker writes.
    if (!index || !low || high - low >= 1 << 26) return;
    if (index->version != 1 || index->frame_encoding != 0x1b || index->count_encoding != 0x03 || index->table_encoding != 0x3b) return;
    // (Other threads may be walking meanwhile: known modules stay.)
    for (uint32_t known = 0; known < described_count; known++) {
        if (described[known].low == low) return;
    }
    if (described_count == MODULES) return;
    described[described_count].low = low;
    described[described_count].high = high;
    described[described_count].index = index;
    described_count++;
}

// MARK: reading call frame information

struct cursor {
    const uint8_t *at, *end;
};

static uint64_t unsigned_number(struct cursor *cursor)
{
    uint64_t value = 0;
    for (unsigned shift = 0; cursor->at < cursor->end && shift < 64; shift += 7) {
        uint8_t byte = *cursor->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) break;
    }
    return value;
}

static int64_t signed_number(struct cursor *cursor)
{
    uint64_t value = 0;
    unsigned shift = 0;
    while (cursor->at < cursor->end && shift < 64) {
        uint8_t byte = *cursor->at++;
        value |= (uint64_t)(byte & 0x7F) << shift;
        shift += 7;
        if (!(byte & 0x80)) {
            if ((byte & 0x40) && shift < 64) value |= ~0ull << shift;
            break;
        }
    }
    return (int64_t)value;
}

static uint64_t fixed(struct cursor *cursor, unsigned bytes)
{
    uint64_t value = 0;
    if ((size_t)(cursor->end - cursor->at) < bytes) {
        cursor->at = cursor->end;
        return 0;
    }
    memcpy(&value, cursor->at, bytes);
    cursor->at += bytes;
    return value;
}

struct state {
    uint64_t cfa_register;
    int64_t cfa_offset, frame_pointer_at;
    bool frame_pointer_saved, strange;
};

struct common {  // a common information entry, which is valid for all its functions
    uint64_t code_factor;
    int64_t data_factor;
    bool has_augmentation;
    struct cursor instructions;
};

static bool read_common(const uint8_t *entry, struct common *common)
{
    struct cursor cursor = {entry, entry + 4};
    uint32_t length = (uint32_t)fixed(&cursor, 4);
    if (!length || length == UINT32_MAX) return false;
    cursor.end = entry + 4 + length;
    if (fixed(&cursor, 4) != 0) return false;
    fixed(&cursor, 1);
    const char *augmentation = (const char *)cursor.at;
    cursor.at += strlen(augmentation) + 1;
    common->code_factor = unsigned_number(&cursor);
    common->data_factor = signed_number(&cursor);
    unsigned_number(&cursor);  // register of the return address
    common->has_augmentation = augmentation[0] == 'z';
    if (common->has_augmentation) {
        uint64_t bytes = unsigned_number(&cursor);
        // Addresses in descriptions must be relative and four bytes, as every linker writes them.
        if (!strchr(augmentation, 'R') || bytes > (uint64_t)(cursor.end - cursor.at)) return false;
        cursor.at += bytes;
    }
    common->instructions = cursor;
    return true;
}

// Runs call frame instructions up to code offset `target`.
static void run(struct cursor cursor, const struct common *common, uint64_t target, const struct state *initial, struct state *state)
{
    struct state saved[STATES];
    unsigned depth = 0;
    uint64_t location = 0;
    while (cursor.at < cursor.end && !state->strange) {
        uint8_t byte = *cursor.at++, low = byte & 0x3F;
        uint64_t number;
        switch (byte >> 6) {
        case 1:
            location += low * common->code_factor;
            if (location > target) return;
            continue;
        case 2:
            number = unsigned_number(&cursor);
            if (low == FRAME_POINTER) {
                state->frame_pointer_saved = true;
                state->frame_pointer_at = (int64_t)number * common->data_factor;
            }
            continue;
        case 3:
            if (low == FRAME_POINTER) state->frame_pointer_saved = initial->frame_pointer_saved;
            continue;
        }
        switch (byte) {
        case 0x00: break;                                                    // nop
        case 0x02: location += fixed(&cursor, 1) * common->code_factor; break;
        case 0x03: location += fixed(&cursor, 2) * common->code_factor; break;
        case 0x04: location += fixed(&cursor, 4) * common->code_factor; break;
        case 0x06:                                                           // restore a register
            if (unsigned_number(&cursor) == FRAME_POINTER) state->frame_pointer_saved = initial->frame_pointer_saved;
            break;
        case 0x07: case 0x08: unsigned_number(&cursor); break;               // undefined, same value
        case 0x0a:
            if (depth == STATES) state->strange = true;
            else saved[depth++] = *state;
            break;
        case 0x0b:
            if (!depth) state->strange = true;
            else *state = saved[--depth];
            break;
        case 0x0c:                                                           // CFA: register and offset
            state->cfa_register = unsigned_number(&cursor);
            state->cfa_offset = (int64_t)unsigned_number(&cursor);
            break;
        case 0x0d: state->cfa_register = unsigned_number(&cursor); break;
        case 0x0e: state->cfa_offset = (int64_t)unsigned_number(&cursor); break;
        case 0x2e: unsigned_number(&cursor); break;                          // size of the arguments
        default: state->strange = true;
        }
        if (location > target) return;
    }
}

static struct rule from_description(uint32_t module, uintptr_t site)
{
    const struct index_header *index = described[module].index;
    const uint8_t *base = (const uint8_t *)index;
    int64_t wanted = (int64_t)(site - (uintptr_t)base);
    uint32_t low = 0, high = index->count;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (index->table[middle].function <= wanted) low = middle;
        else high = middle;
    }
    struct rule none = {0};
    if (!index->count || index->table[low].function > wanted) return none;
    const uint8_t *entry = base + index->table[low].description;
    struct cursor cursor = {entry, entry + 12};
    uint32_t length = (uint32_t)fixed(&cursor, 4), back = (uint32_t)fixed(&cursor, 4);
    if (!length || length == UINT32_MAX || !back) return none;
    cursor.end = entry + 4 + length;
    struct common common;
    if (!read_common(entry + 4 - back, &common)) return none;
    const uint8_t *field = cursor.at;
    uintptr_t function = (uintptr_t)field + (uintptr_t)(intptr_t)(int32_t)fixed(&cursor, 4);
    uint32_t size = (uint32_t)fixed(&cursor, 4);
    if (site < function || site >= function + size) return none;
    if (common.has_augmentation) {
        uint64_t bytes = unsigned_number(&cursor);
        if (bytes > (uint64_t)(cursor.end - cursor.at)) return none;
        cursor.at += bytes;
    }
    struct state state = {0}, initial;
    run(common.instructions, &common, UINT64_MAX, &state, &state);
    initial = state;
    run(cursor, &common, site - function, &initial, &state);
    bool usable = !state.strange && (state.cfa_register == STACK_POINTER || state.cfa_register == FRAME_POINTER);
    if (!usable || state.cfa_offset < 0 || state.cfa_offset >= 1 << 19 || state.cfa_offset & 7) return none;
    int64_t below = state.frame_pointer_saved ? -state.frame_pointer_at : 0;
    if (below < 0 || below >= 1 << 16 || below & 7) return none;
    return (struct rule){true, state.cfa_register == FRAME_POINTER, false, (uint32_t)state.cfa_offset, (uint32_t)below};
}

#if defined(__x86_64__)
// Reads the pushes and the subtraction with which a compiler begins a function.
static struct rule from_prologue(uintptr_t site)
{
    Dl_info info;
    const ElfW(Sym) *symbol = NULL;
    struct rule rule = {0};
    if (!dladdr1((void *)site, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return rule;
    const uint8_t *at = info.dli_saddr;
    if (site < (uintptr_t)at || site >= (uintptr_t)at + symbol->st_size) return rule;  // a nameless function lies there
    rule.valid = rule.guessed = true;
    rule.offset = 8;
    while ((uintptr_t)at + 8 < site) {
        bool wide = at[0] == 0x41;
        uint8_t code = at[wide];
        if (code >= 0x50 && code <= 0x57) {  // push
            rule.offset += 8;
            if (!wide && code == 0x55) rule.saved_below = rule.offset;
            at += 1 + wide;
        } else if (at[0] == 0x48 && at[1] == 0x89 && at[2] == 0xE5) {  // mov %rsp, %rbp: from here on the frame pointer is valid
            rule.from_frame_pointer = true;
            return rule;
        } else if (at[0] == 0x48 && at[1] == 0x83 && at[2] == 0xEC) {  // sub $small, %rsp
            rule.offset += at[3];
            return rule;
        } else if (at[0] == 0x48 && at[1] == 0x81 && at[2] == 0xEC) {  // sub $large, %rsp
            uint32_t bytes;
            memcpy(&bytes, at + 3, 4);
            rule.offset += bytes;
            rule.valid = bytes < 1 << 18;
            return rule;
        } else {
            return rule;
        }
    }
    return rule;
}

static struct rule from_epilogue(uintptr_t address)
{
    struct il_epilogue epilogue = il_read_epilogue(address);
    if (!epilogue.is_known) return (struct rule){0};
    if (epilogue.from_frame_pointer) return (struct rule){.valid = true, .from_frame_pointer = true, .guessed = true, .offset = 16, .saved_below = 16};
    uint32_t saved = epilogue.frame_pointer_at == UINT32_MAX ? 0 : epilogue.offset - epilogue.frame_pointer_at;
    return (struct rule){.valid = true, .guessed = true, .offset = epilogue.offset, .saved_below = saved};
}

static bool follows_a_call(uintptr_t address)
{
    if (il_module_of(address) == IL_UNKNOWN || il_module_of(address - 8) == IL_UNKNOWN) return false;
    const uint8_t *at = (const uint8_t *)address;
    if (at[-5] == 0xE8) return true;
    for (int length = 2; length <= 7; length++) {
        if (at[-length] == 0xFF && (at[-length + 1] & 0x38) == 0x10) return true;
    }
    return false;
}
#else
static struct rule from_prologue(uintptr_t site)
{
    (void)site;
    return (struct rule){0};
}

static struct rule from_epilogue(uintptr_t address)
{
    (void)address;
    return (struct rule){0};
}

static bool follows_a_call(uintptr_t address) { return il_module_of(address) != IL_UNKNOWN; }
#endif

// MARK: the step

static uint64_t pack(uint64_t key, struct rule rule)
{
    return key << 36 | (uint64_t)rule.valid << 31 | (uint64_t)rule.from_frame_pointer << 30 | (uint64_t)(rule.offset / 8) << 14 |
        (uint64_t)(rule.saved_below / 8) << 1 | rule.guessed;
}

bool il_unwind_step(struct il_frame *frame)
{
    uintptr_t site = frame->address - 1;  // the call itself: the return address may be the next function's
    uint32_t module = 0;
    while (module < described_count && site - described[module].low >= described[module].high - described[module].low) module++;
    if (module == described_count) return false;
    uint64_t key = (site - described[module].low) << 2 | module;
    _Atomic uint64_t *slot = &cache[(key * 0x9E3779B97F4A7C15ull) >> 52];
    uint64_t packed = atomic_load_explicit(slot, memory_order_relaxed);
    if (IL_UNLIKELY(packed >> 36 != key || !packed)) {
        struct rule rule = from_description(module, site);
        if (!rule.valid) rule = from_prologue(site);
        if (!rule.valid) rule = from_epilogue(frame->address);
        packed = pack(key, rule);
        atomic_store_explicit(slot, packed, memory_order_relaxed);
    }
    if (!(packed >> 31 & 1)) return false;
    uintptr_t base = packed >> 30 & 1 ? frame->frame_pointer : frame->stack_pointer;
    uintptr_t cfa = base + (packed >> 14 & 0xFFFF) * 8, saved = (packed >> 1 & 0x1FFF) * 8;
    if (cfa <= frame->stack_pointer || cfa > il_self.stack_high || (cfa & 7)) return false;
    uintptr_t address = *(uintptr_t *)(cfa - 8);
    if ((packed & 1) && !follows_a_call(address)) return false;
    frame->address = address;
    if (saved) frame->frame_pointer = *(uintptr_t *)(cfa - saved);
    frame->stack_pointer = cfa;
    return true;
}
