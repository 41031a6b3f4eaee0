// Accesses to the program's variables by code that is not instrumented, while tasks are explored.
//
// A property of a generic parameter's type is copied by functions of that type, an existential by
// the compiler's own helpers, a weak reference by the runtime. None of these reports what it reads
// and writes. But around each access to a variable that others may reach, Swift calls its runtime
// (`swift_beginAccess`, `swift_endAccess`), to find overlapping accesses of one thread. Those calls
// lead here.
//
// Most of these accesses are reported anyway. So an access counts only if, between its begin and
// its end, no instrumented code has accessed the variable, and the variable was not passed to a
// call that knows what it is (a lock). Or if at least its first word was not accessed, and a
// function was looked up meanwhile, as for copying a value of an unknown type. The access then
// counts as a read or write of the variable's first byte. The variable's size is not known: memory
// close after its beginning is taken for a part of it. Missing an access is better than inventing
// one.
//
// Code compiled for ThreadSanitizer also marks where it begins to change a variable `inout`, and
// usually writes the variable itself immediately afterwards. Such a mark is kept back: the write
// says the same, unless the task may have synchronized with others in between. Then, or if no write
// follows, the mark is reported after all.
#define _GNU_SOURCE
#include "explorer/memory/exclusive-accesses.h"

#include "explorer/bridge.h"
#include "explorer/memory/memory.h"
#include "program/patches.h"

#define HERE ((uintptr_t)__builtin_return_address(0))

enum { DEEPEST = 8, WORD = 8, NEAR = 1024 };
enum { MODIFIES = 1, TRACKED = 32 };

// The accesses that have begun and not ended, the innermost last; deeper ones are not tracked.
static __thread struct {
    uintptr_t buffer, address, place;
    uintptr_t marked;  // the place of a mark that is not reported yet; 0: none
    bool writes, touches_first, touches_near, calls_witness;
} begun[DEEPEST] __attribute__((tls_model("initial-exec")));

typedef void begin(void *address, void *buffer, uintptr_t flags, void *place);
typedef void end(void *buffer);
static begin *real_begin;
static end *real_end;

bool il_keep_mark(uintptr_t address, uintptr_t place)
{
    uint32_t index = il_self.open_accesses;
    if (!index || begun[index - 1].address != address) return false;
    begun[index - 1].marked = place;
    return true;
}

static void tell_marks(uint32_t first)
{
    for (uint32_t index = first; index < il_self.open_accesses; index++) {
        uintptr_t place = begun[index].marked;
        begun[index].marked = 0;
        if (place) il_tell_mark(begun[index].address, place);
    }
}

void il_tell_marks(void) { tell_marks(0); }

void il_see_access(uintptr_t address, size_t size, bool writes)
{
    for (uint32_t index = il_self.open_accesses; index-- > 0;) {
        if (writes && begun[index].address - address < size) begun[index].marked = 0;
        if (address + size > begun[index].address && address < begun[index].address + NEAR) {
            begun[index].touches_near = true;
            if (address < begun[index].address + WORD) begun[index].touches_first = true;
        } else if (!writes && size == WORD && !begun[index].calls_witness) {
            begun[index].calls_witness = il_is_code(*(const uintptr_t *)address);
        }
    }
}

static void see_object(uintptr_t object)
{
    for (uint32_t index = il_self.open_accesses; index-- > 0;) {
        if (object - begun[index].address < NEAR) begun[index].touches_first = true;
    }
}

void il_see_call(const struct interleave_call *call)
{
    il_tell_marks();
    bool is_of_lock = call->kind >= INTERLEAVE_LOCK && call->kind <= INTERLEAVE_CONDITION_BROADCAST;
    if (!is_of_lock && call->kind != INTERLEAVE_BARRIER_WAIT) return;
    see_object(call->object);
    see_object(call->other);
}

void il_see_primitive(const volatile void *object)
{
    if (!il_self.open_accesses || !il_controlled()) return;
    see_object((uintptr_t)object);
}

static bool counts(uint32_t index)
{
    return !begun[index].touches_first && (!begun[index].touches_near || begun[index].calls_witness);
}

static void tell_end(uintptr_t address, bool writes, uintptr_t place)
{
    il_enter();
    il_control->ended(address, writes, place);
    il_leave();
}

static void open_access(void *address, void *buffer, uintptr_t flags, uintptr_t place)
{
    bool writes = flags & MODIFIES;
    il_enter();
    il_control->began((uintptr_t)address, writes, place);
    il_leave();
    if (!(flags & TRACKED) || il_self.open_accesses == DEEPEST) return;
    uint32_t index = il_self.open_accesses++;
    begun[index].buffer = (uintptr_t)buffer;
    begun[index].address = (uintptr_t)address;
    begun[index].place = place;
    begun[index].marked = 0;
    begun[index].writes = writes;
    begun[index].touches_first = begun[index].touches_near = begun[index].calls_witness = false;
}

static void close_access(uintptr_t buffer)
{
    for (uint32_t index = il_self.open_accesses; index-- > 0;) {
        if (begun[index].buffer != buffer) continue;
        tell_marks(index);
        // Accesses above it were left without an end.
        il_self.open_accesses = index;
        if (counts(index)) tell_end(begun[index].address, begun[index].writes, begun[index].place);
        return;
    }
}

void il_begin_access(void *address, void *buffer, uintptr_t flags, void *place)
{
    uintptr_t here = HERE;
    // A library's variables are left out: the library may protect them with locks that are not
    // modelled.
    if (il_controlled() && il_module_of(here) == IL_PROGRAM) open_access(address, buffer, flags, here);
    real_begin(address, buffer, flags, place ? place : (void *)here);
}

void il_end_access(void *buffer)
{
    if (il_self.open_accesses && il_controlled()) close_access((uintptr_t)buffer);
    real_end(buffer);
}

// The standard library follows key paths, and reports these accesses as the program does its own.
// An instantaneous read has no end.
static void begin_within(void *address, void *buffer, uintptr_t flags, void *place)
{
    if (il_controlled()) {
        uintptr_t caller = il_caller_of_library(__builtin_frame_address(0));
        if (caller) {
            open_access(address, buffer, flags, caller);
            if (!(flags & TRACKED)) tell_end((uintptr_t)address, flags & MODIFIES, caller);
        }
    }
    real_begin(address, buffer, flags, place ? place : (void *)HERE);
}

void il_watch_accesses(void)
{
    static const struct il_patch patches[] = {
        {"swift_beginAccess", begin_within, (void **)&real_begin},
        {"swift_endAccess", il_end_access, (void **)&real_end},
    };
    if (!il_patch_functions("libswiftCore.", patches, sizeof patches / sizeof patches[0])) return;
    il_find_real_accesses();
}

void il_find_real_accesses(void)
{
    real_begin = (begin *)il_real("swift_beginAccess");
    real_end = (end *)il_real("swift_endAccess");
}
