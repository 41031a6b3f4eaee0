// References to the program's objects, while tasks are explored. A release orders what the task has
// done with the object before what the last owner does, in `deinit` or after it finds its reference
// unique (copy on write). The runtime counts atomically, in code that is not instrumented.
//
// The schedule decides which release is final. If the object's `deinit` does something that other
// tasks can observe, releasing the object is a step.
//
// The schedule also decides whether a weak or unowned reference still leads to its object. So
// loading one is a step, and so is releasing an object with such references.
//
// A task may use an object through a reference that it does not own: then the release of the owner can
// come first. So a second reference that is made from the only one, and the final release, become
// steps if nothing orders them; and a use of the freed object ends the task (freed-memory.h).
//
// These functions replace the runtime's in the words that redirected-libc.c changes. Releases
// inside the runtime (of an array's elements) are not seen.
#define _GNU_SOURCE
#include "explorer/memory/references.h"

#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"
#include "explorer/memory/memory.h"
#include "explorer/trap-handler.h"
#include "recorder/chaos.h"

#include <malloc.h>

typedef __attribute__((swiftcall)) bool uniqueness(void **reference, const void *type);

__thread uintptr_t il_last_release;

// A stack-promoted object has a count too. But no other task can reach it, and malloc knows no size
// for it.
static inline bool is_counted(const void *object)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return (intptr_t)object > 0 && (uintptr_t)object - here >= il_self.stack_high - here;
}

// `place` is the place of the release.
static void tell(const void *object, enum interleave_reference what, uintptr_t place)
{
    if (il_self.open_accesses) il_tell_marks();
    il_enter();
    size_t size = what == INTERLEAVE_DROPS || what == INTERLEAVE_IS_ALONE ? malloc_usable_size((void *)object) : 0;
    il_control->reference((uintptr_t)object, size, what, place);
    il_leave();
}

// The word of counts: the top bit says whether the counts are elsewhere; below it is the number of
// owners minus one.
static inline bool has_several_owners(const void *object)
{
    uintptr_t counts = ((const uintptr_t *)object)[1];
    return !(counts >> 63) && counts >> 33;
}

static bool is_only_one(const void *object)
{
    if (has_several_owners(object)) return false;
    // One owner, no table, no deinit running, and not an immortal object.
    uintptr_t counts = ((const uintptr_t *)object)[1];
    if (!(counts >> 32) && (uint32_t)counts != UINT32_MAX) return true;
    static bool (*_Atomic real)(const void *);
    if (!real) real = (bool (*)(const void *))il_real("swift_isUniquelyReferenced_nonNull_native");
    return real(object);
}

bool interleave_is_last_reference(uintptr_t object)
{
    // (It may have been freed before it was this task's turn: then the release ends the task.)
    uintptr_t counts = ((const uintptr_t *)object)[1];
    return (counts >> 62 == 3 && il_freed_object_at(counts << 3)) || is_only_one((const void *)object);
}

// An object with weak references has its counts elsewhere, in a table whose first word leads back
// to the object. The low half of the word counts unowned references, plus one. All ones mark an
// immortal object.
static bool is_known_weakly(const void *object)
{
    uintptr_t counts = ((const uintptr_t *)object)[1];
    uint32_t unowned = (uint32_t)counts >> 1;
    return counts >> 62 == 3 || (!(counts >> 63) && unowned > 1 && unowned != UINT32_MAX >> 1);
}

// The side table that leads weak references to their object. It lives as long as they do, though
// the object's memory may be reused.
static uintptr_t table_of(const void *object)
{
    uintptr_t counts = ((const uintptr_t *)object)[1];
    return counts >> 62 == 3 ? counts << 3 : 0;
}

void *il_load_weak(void **reference)
{
    static void *(*_Atomic real)(void **);
    if (!real) real = (void *(*)(void **))il_real("swift_weakLoadStrong");
    void *const *table = *reference;
    if (il_controlled() && table && *table) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_WEAK_LOAD, .object = (uintptr_t)*table, .other = (uintptr_t)table,
            .caller = il_program_caller(__builtin_frame_address(0))});
    }
    return real(reference);
}

void il_retain_unowned(void *object)
{
    static void (*_Atomic real)(void *);
    if (!real) real = (void (*)(void *))il_real("swift_unownedRetainStrong");
    if (il_controlled() && is_counted(object)) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_WEAK_LOAD, .object = (uintptr_t)object, .other = table_of(object),
            .caller = il_program_caller(__builtin_frame_address(0))});
    }
    real(object);
}

// Ends the task if the object is freed: then its counts have been replaced.
static inline void check_object(const void *object, uintptr_t place)
{
    uintptr_t counts = ((const uintptr_t *)object)[1];
    if (IL_UNLIKELY(counts >> 62 == 3)) {
        uintptr_t freed = il_freed_object_at(counts << 3);
        if (freed) il_trap_for_freed(freed, place);
    }
}

void *il_retain(void *object)
{
    typedef void *retain(void *object);
    static retain *_Atomic real_retain;
    if (IL_UNLIKELY(!real_retain)) real_retain = (retain *)il_real("swift_retain");
    if (!il_controlled() || !is_counted(object)) return real_retain(object);
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    if (IL_UNLIKELY(il_may_be_step(place))) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_RETAIN, .object = (uintptr_t)object, .caller = place});
    }
    check_object(object, place);
    // One owner, no table, no deinit running.
    if (!(((const uintptr_t *)object)[1] >> 32)) tell(object, INTERLEAVE_RETAINS, place);
    return real_retain(object);
}

typedef void release(void *object);
static release *_Atomic real_release;

static inline release *the_real_release(void)
{
    if (IL_UNLIKELY(!real_release)) real_release = (release *)il_real("swift_release");
    return real_release;
}

static __attribute__((noinline)) void release_last(void *object, uintptr_t place)
{
    tell(object, INTERLEAVE_DROPS, place);
    uintptr_t before = il_last_release;
    if (il_module_of(place) == IL_PROGRAM) il_last_release = place;
    the_real_release()(object);
    il_last_release = before;
    tell(object, INTERLEAVE_DROPPED, place);
}

// `frame` is the frame of il_release.
static __attribute__((noinline)) void release_weakly_known(void *object, uintptr_t *frame)
{
    // (In the middle of Foundation's own work no other task gets a turn: Foundation holds its locks
    // there.)
    if (il_module_of(frame[1]) == IL_FOUNDATION) return;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_WEAK_RELEASE, .object = (uintptr_t)object, .other = table_of(object), .caller = il_program_caller(frame)});
}

static __attribute__((noinline)) void release_in_turn(void *object, uintptr_t place)
{
    il_ask((struct interleave_call){.kind = INTERLEAVE_RELEASE, .object = (uintptr_t)object, .caller = place});
}

void il_release(void *object)
{
    if (!il_controlled() || !is_counted(object)) {
        // (Only where others are left can one of them find its reference unique later.)
        if (IL_UNLIKELY(il_chaos != NULL) && (intptr_t)object > 0 && has_several_owners(object)) il_chaos_release((uintptr_t)object);
        the_real_release()(object);
        return;
    }
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    check_object(object, place);
    if (IL_UNLIKELY(is_known_weakly(object))) {
        release_weakly_known(object, __builtin_frame_address(0));
    } else if (IL_UNLIKELY(il_may_be_step(place))) {
        release_in_turn(object, place);
    }
    check_object(object, place);
    if (is_only_one(object)) {
        release_last(object, place);
    } else {
        tell(object, INTERLEAVE_LETS_GO, place);
        the_real_release()(object);
    }
}

bool il_is_unique(const void *object)
{
    if (!object || !is_only_one(object)) return false;
    if (il_controlled() && is_counted(object)) tell(object, INTERLEAVE_IS_ALONE, 0);
    IL_ACQUIRED(object);
    return true;
}

__attribute__((swiftcall)) bool il_is_known_unique(void **reference, const void *type)
{
    static uniqueness *_Atomic real;
    if (!real) real = (uniqueness *)il_real("$ss25isKnownUniquelyReferencedySbxzRlzClF");
    if (!real(reference, type)) return false;
    if (il_controlled()) tell(*reference, INTERLEAVE_IS_ALONE, 0);
    IL_ACQUIRED(*reference);
    return true;
}

__attribute__((swiftcall)) bool il_is_known_unique_if_there(void **reference, const void *type)
{
    static uniqueness *_Atomic real;
    if (!real) real = (uniqueness *)il_real("$ss25isKnownUniquelyReferencedySbxSgzRlzClF");
    if (!real(reference, type)) return false;
    if (il_controlled()) tell(*reference, INTERLEAVE_IS_ALONE, 0);
    IL_ACQUIRED(*reference);
    return true;
}

// MARK: AtomicLazyReference, whose methods are not compiled into the program

typedef __attribute__((swiftcall)) void *lazy_load(const void *type, __attribute__((swift_context)) void **reference);
typedef __attribute__((swiftcall)) void *lazy_store(void *object, const void *type, __attribute__((swift_context)) void **reference);

__attribute__((swiftcall)) void *il_lazy_load(const void *type, __attribute__((swift_context)) void **reference)
{
    static lazy_load *_Atomic real;
    if (!real) real = (lazy_load *)il_real("$s15Synchronization19AtomicLazyReferenceV4loadxSgyF");
    if (il_controlled()) {
        il_tell_marks();
        il_enter();
        il_control->atomic((uintptr_t)reference, 8, INTERLEAVE_LOADS | INTERLEAVE_ACQUIRES, il_program_caller(__builtin_frame_address(0)));
        il_leave();
    }
    return real(type, reference);
}

__attribute__((swiftcall)) void *il_lazy_store(void *object, const void *type, __attribute__((swift_context)) void **reference)
{
    static lazy_store *_Atomic real;
    if (!real) real = (lazy_store *)il_real("$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF");
    if (!il_controlled()) return real(object, type, reference);
    il_tell_marks();
    il_enter();
    il_control->atomic((uintptr_t)reference, 8, INTERLEAVE_LOADS | INTERLEAVE_COMPARES, il_program_caller(__builtin_frame_address(0)));
    bool stores = !*reference;
    il_control->settled((uintptr_t)reference, 8,
        INTERLEAVE_LOADS | INTERLEAVE_ACQUIRES | (stores ? INTERLEAVE_STORES | INTERLEAVE_RELEASES : 0));
    il_leave();
    return real(object, type, reference);
}
