// Queues: their names, kinds and targets. A queue is defined (pinned in the trace) when the program
// makes it, or at its first use.
#include "symbols/queues.h"

#include "explorer/bridge.h"

#include <string.h>
#include <sys/mman.h>

extern char _dispatch_main_q[] __attribute__((weak));
extern char _dispatch_queue_attr_concurrent[] __attribute__((weak));

void *dispatch_queue_create(const char *label, void *attributes);
void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target);
const char *dispatch_queue_get_label(void *queue);
unsigned int dispatch_queue_get_qos_class(void *queue, int *relative);
void *dispatch_get_global_queue(long identifier, unsigned long flags);
void *dispatch_queue_attr_make_initially_inactive(void *attributes);
void *dispatch_queue_attr_make_with_autorelease_frequency(void *attributes, unsigned long frequency);
void *dispatch_queue_attr_make_with_qos_class(void *attributes, unsigned int quality, int relative);
void *dispatch_queue_attr_make_with_overcommit(void *attributes, bool overcommit);
void dispatch_set_target_queue(void *object, void *queue);
void dispatch_suspend(void *object);
void dispatch_resume(void *object);
void dispatch_activate(void *object);
void dispatch_release(void *object);

// Addresses of queues that are defined already, with open addressing. It only grows; untouched
// pages cost no memory. Beyond its limit (half a million queues at different addresses) a queue
// that was not made while recording has no name. The lowest bit of an address, which is 0, says here
// that the queue was not chosen to be recorded.
enum { KNOWN = 1 << 20, PROBES = 64, NOT_CHOSEN = 1 };
static _Atomic uint64_t known[KNOWN] __attribute__((aligned(4096)));
static _Atomic uint32_t known_count;

static inline uint64_t hash(uint64_t address) { return (address >> 4) * 0x9E3779B97F4A7C15ull; }

// Returns whether the address was not in the table before.
static bool note_address(uint64_t address)
{
    for (uint64_t index = hash(address) >> 40, probe = 0; probe < PROBES; probe++) {
        _Atomic uint64_t *slot = &known[(index + probe) % KNOWN];
        uint64_t found = atomic_load_explicit(slot, memory_order_relaxed);
        if ((found & ~(uint64_t)NOT_CHOSEN) == address) return false;
        if (!found && atomic_load_explicit(&known_count, memory_order_relaxed) < KNOWN / 2) {
            if (atomic_compare_exchange_strong(slot, &found, address)) {
                atomic_fetch_add(&known_count, 1);
                return true;
            }
            if ((found & ~(uint64_t)NOT_CHOSEN) == address) return false;
        }
    }
    return false;
}

// The entry of an address; NULL: it is not in the table.
static _Atomic uint64_t *entry_of(uint64_t address)
{
    for (uint64_t index = hash(address) >> 40, probe = 0; probe < PROBES; probe++) {
        _Atomic uint64_t *slot = &known[(index + probe) % KNOWN];
        uint64_t found = atomic_load_explicit(slot, memory_order_relaxed);
        if ((found & ~(uint64_t)NOT_CHOSEN) == address) return slot;
        if (!found) return NULL;
    }
    return NULL;
}

bool il_is_unchosen_queue(uint64_t address)
{
    if (!address) return true;  // called directly, or the queue is not known
    _Atomic uint64_t *entry = entry_of(address);
    return entry && atomic_load_explicit(entry, memory_order_relaxed) & NOT_CHOSEN;
}

// Decides by its name whether a queue that is in the table was chosen.
void il_rename_queue(uint64_t address, uint16_t kind, const char *label, size_t length)
{
    _Atomic uint64_t *entry = il_choice.has_queues ? entry_of(address) : NULL;
    if (entry) atomic_store(entry, address | (il_is_chosen_name(kind, label, length) ? 0 : NOT_CHOSEN));
}

void il_reset_queues(void)
{
    if (atomic_load(&known_count)) madvise(known, sizeof known, MADV_DONTNEED);  // zero at the next access
    atomic_store(&known_count, 0);
}

static const char *label_of(void *queue)
{
    const char *(*get_label)(void *) = IL_REAL(dispatch_queue_get_label);
    const char *label = get_label && queue ? get_label(queue) : NULL;
    return label ? label : "";
}

// Whether a queue that was not made while recording is concurrent: all concurrent queues have the same
// table of functions, which is the first word of a libdispatch object, and serial queues have another
// one. A queue of our own shows it.
static bool looks_concurrent(void *queue)
{
    static void *_Atomic table;
    void *wanted = atomic_load(&table);
    if (!wanted) {
        void *sample = IL_REAL(dispatch_queue_create)("", _dispatch_queue_attr_concurrent);
        if (!sample) return false;
        wanted = *(void **)sample;
        atomic_store(&table, wanted);
        IL_REAL(dispatch_release)(sample);
    }
    return *(void **)queue == wanted;
}

bool il_is_concurrent_queue(void *queue)
{
    uint32_t kind = interleave_queue_kind((uintptr_t)queue);
    return kind == IL_QUEUE_GLOBAL || (kind != IL_QUEUE_MAIN && looks_concurrent(queue));
}

static uint16_t guess_kind(void *queue, const char *label)
{
    if (queue == (void *)_dispatch_main_q) return IL_QUEUE_MAIN;
    if (strncmp(label, "com.apple.root.", 15) == 0) return IL_QUEUE_GLOBAL;
    if (strstr(label, "Swift global concurrent queue")) return IL_QUEUE_GLOBAL;
    return IL_QUEUE_SERIAL;
}

// The Swift runtime's queues, one for each quality of service, have one label. The quality makes a difference.
static const char *swift_global_label(void *queue, const char *label)
{
    unsigned int (*get_quality)(void *, int *) = IL_REAL(dispatch_queue_get_qos_class);
    switch (get_quality ? get_quality(queue, NULL) : 0) {
    case 9: return "Swift global concurrent queue (background)";
    case 17: return "Swift global concurrent queue (utility)";
    case 21: return "Swift global concurrent queue (default)";
    case 25: case 33: return "Swift global concurrent queue (high)";
    default: return label;
    }
}

void il_define_queue(uint64_t address, uint64_t target, uint16_t kind, const char *label)
{
    note_address(address);
    il_rename_queue(address, kind, label, strlen(label));
    il_define(IL_QUEUE_CREATED, kind, address, target, label, strlen(label));
}

bool il_is_new_queue(void *queue) { return note_address((uint64_t)queue); }

void il_meet_queue(void *queue, uint64_t *mine)
{
    *mine = (uint64_t)queue;
    if (!queue || !note_address((uint64_t)queue)) return;
    il_enter();
    const char *label = label_of(queue);
    uint16_t kind = guess_kind(queue, label);
    if (kind == IL_QUEUE_SERIAL && looks_concurrent(queue)) kind = IL_QUEUE_CONCURRENT;
    if (kind == IL_QUEUE_GLOBAL && strncmp(label, "Swift", 5) == 0) label = swift_global_label(queue, label);
    il_rename_queue((uint64_t)queue, kind, label, strlen(label));
    il_define(IL_QUEUE_CREATED, kind, (uint64_t)queue, 0, kind == IL_QUEUE_MAIN ? "main" : label, kind == IL_QUEUE_MAIN ? 4 : strlen(label));
    il_leave();
}

// MARK: making queues

// libdispatch's attributes are constants of its own; those that mean "concurrent" are learned when
// they are derived. The same for "initially inactive".
enum { ATTRIBUTES = 64 };
static void *_Atomic concurrent_attributes[ATTRIBUTES], *_Atomic inactive_attributes[ATTRIBUTES];

static bool is_among(void *_Atomic *attributes, void *wanted)
{
    for (int index = 0; wanted && index < ATTRIBUTES; index++) {
        void *known_attribute = atomic_load(&attributes[index]);
        if (!known_attribute) return false;
        if (known_attribute == wanted) return true;
    }
    return false;
}

static void learn(void *_Atomic *attributes, void *new)
{
    if (is_among(attributes, new)) return;
    for (int index = 0; index < ATTRIBUTES; index++) {
        void *empty = NULL;
        if (atomic_compare_exchange_strong(&attributes[index], &empty, new) || empty == new) break;
    }
}

static bool is_concurrent(void *attributes)
{
    return attributes && (attributes == (void *)_dispatch_queue_attr_concurrent || is_among(concurrent_attributes, attributes));
}

static void *derived(void *from, void *attributes)
{
    if (is_concurrent(from)) learn(concurrent_attributes, attributes);
    if (is_among(inactive_attributes, from)) learn(inactive_attributes, attributes);
    return attributes;
}

IL_EXPORT void *dispatch_queue_attr_make_initially_inactive(void *attributes)
{
    void *inactive = IL_REAL(dispatch_queue_attr_make_initially_inactive)(attributes);
    learn(inactive_attributes, inactive);
    return derived(attributes, inactive);
}

IL_EXPORT void *dispatch_queue_attr_make_with_autorelease_frequency(void *attributes, unsigned long frequency)
{
    return derived(attributes, IL_REAL(dispatch_queue_attr_make_with_autorelease_frequency)(attributes, frequency));
}

IL_EXPORT void *dispatch_queue_attr_make_with_qos_class(void *attributes, unsigned int quality, int relative)
{
    return derived(attributes, IL_REAL(dispatch_queue_attr_make_with_qos_class)(attributes, quality, relative));
}

IL_EXPORT void *dispatch_queue_attr_make_with_overcommit(void *attributes, bool overcommit)
{
    return derived(attributes, IL_REAL(dispatch_queue_attr_make_with_overcommit)(attributes, overcommit));
}

static void created(void *queue, const char *label, void *attributes, void *target)
{
    if (target) il_know_queue(target);
    il_define_queue((uint64_t)queue, (uint64_t)target, is_concurrent(attributes) ? IL_QUEUE_CONCURRENT : IL_QUEUE_SERIAL, label ? label : "");
}

// For the explorer: the real queue gives the program an object, and a label; it never gets any
// work.
static void *make_controlled(const char *label, void *attributes, void *target)
{
    uintptr_t caller = il_program_caller(__builtin_frame_address(0));
    il_enter();
    void *queue = target ? IL_REAL(dispatch_queue_create_with_target)(label, attributes, target) : IL_REAL(dispatch_queue_create)(label, attributes);
    il_leave();
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_QUEUE_CREATED, .caller = caller, .object = (uintptr_t)queue, .other = (uintptr_t)target, .value = (uint64_t)il_self.operating,
        .flags = (is_concurrent(attributes) ? INTERLEAVE_CONCURRENT : 0) | (is_among(inactive_attributes, attributes) ? INTERLEAVE_INACTIVE : 0),
    });
    return queue;
}

uint32_t interleave_queue_kind(uintptr_t queue)
{
    uint16_t kind = guess_kind((void *)queue, label_of((void *)queue));
    return kind == IL_QUEUE_MAIN || kind == IL_QUEUE_GLOBAL ? kind : 0;
}

uintptr_t interleave_main_queue(void) { return (uintptr_t)_dispatch_main_q; }
uintptr_t interleave_default_queue(void) { return (uintptr_t)IL_REAL(dispatch_get_global_queue)(0, 0); }
const char *interleave_queue_label(uintptr_t queue) { return label_of((void *)queue); }

IL_EXPORT void *dispatch_queue_create(const char *label, void *attributes)
{
    if (il_controlled() && (il_self.operating || IL_CALLER())) return make_controlled(label, attributes, NULL);
    if (!il_recording() || !IL_CALLER()) return IL_REAL(dispatch_queue_create)(label, attributes);
    il_enter();
    void *queue = IL_REAL(dispatch_queue_create)(label, attributes);
    created(queue, label, attributes, NULL);
    il_leave();
    return queue;
}

IL_EXPORT void *dispatch_queue_create_with_target(const char *label, void *attributes, void *target)
{
    if (il_controlled() && (il_self.operating || IL_CALLER())) return make_controlled(label, attributes, target);
    if (!il_recording() || !IL_CALLER()) return IL_REAL(dispatch_queue_create_with_target)(label, attributes, target);
    il_enter();
    void *queue = IL_REAL(dispatch_queue_create_with_target)(label, attributes, target);
    created(queue, label, attributes, target);
    il_leave();
    if (IL_UNLIKELY(il_chaos != NULL) && target) il_chaos_record(IL_QUEUE_TARGETED, 0, (uint64_t)queue, (uint64_t)target, 0);
    return queue;
}

// MARK: changing queues (and sources)

IL_EXPORT void dispatch_set_target_queue(void *object, void *queue)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_QUEUE_TARGET, .caller = caller, .object = (uintptr_t)object, .other = (uintptr_t)queue});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) {
        il_know_queue(queue);
        il_write_place(IL_QUEUE_TARGETED, 0, (uint64_t)object, (uint64_t)queue, caller, 0, 0);
    }
    IL_REAL(dispatch_set_target_queue)(object, queue);
}

IL_EXPORT void dispatch_suspend(void *object)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_QUEUE_SUSPEND, .caller = caller, .object = (uintptr_t)object});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) il_write_place(IL_QUEUE_SUSPENDED, 0, (uint64_t)object, 0, caller, 0, 0);
    IL_REAL(dispatch_suspend)(object);
}

IL_EXPORT void dispatch_resume(void *object)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_QUEUE_RESUME, .caller = caller, .object = (uintptr_t)object});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) il_write_place(IL_QUEUE_RESUMED, 0, (uint64_t)object, 0, caller, 0, 0);
    IL_REAL(dispatch_resume)(object);
}

IL_EXPORT void dispatch_activate(void *object)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_QUEUE_RESUME, .caller = caller, .object = (uintptr_t)object, .flags = INTERLEAVE_INACTIVE});
        IL_REAL(dispatch_activate)(object);  // else it could not be released
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) il_write_place(IL_QUEUE_ACTIVATED, 0, (uint64_t)object, 0, caller, 0, 0);
    IL_REAL(dispatch_activate)(object);
}
