// State that Foundation keeps for the program and that several threads can change.
//
// Some classes protect it with their own locks. While tasks are explored, the explorer chooses
// which task acquires such a lock first, as for a lock of the program. A method of these classes
// that the program calls acquires the lock on the program's behalf, however many functions of
// Foundation lie between. (Recordings of real runs leave these locks out: they are held very
// briefly.)
#define _GNU_SOURCE
#include "explorer/foundation/guarded-classes.h"

#include "explorer/bridge.h"
#include "program/library-symbols.h"
#include "program/patches.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

struct range {
    uintptr_t low, high;
};
enum { MOST = 1024 };
static struct range methods[MOST];
static size_t count;

static const char *const classes[] = {
    "$s10Foundation15NSConditionLockC", "$s10Foundation7NSCacheC",
};

static int by_address(const void *one, const void *other)
{
    uintptr_t first = ((const struct range *)one)->low, second = ((const struct range *)other)->low;
    return first < second ? -1 : first > second;
}

static void note_method(const char *name, uintptr_t address, size_t size)
{
    for (size_t which = 0; which < sizeof classes / sizeof classes[0] && count < MOST; which++) {
        if (strncmp(name, classes[which], strlen(classes[which])) != 0) continue;
        methods[count++] = (struct range){address, address + size};
        return;
    }
}

void il_find_guarded_classes(void)
{
    if (count) return;
    il_each_function("$s10Foundation6NSLockC4lockyyF", note_method);
    qsort(methods, count, sizeof methods[0], by_address);
}

bool il_is_of_guarded_class(uintptr_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (methods[middle].high <= address) low = middle + 1;
        else high = middle;
    }
    return low < count && address >= methods[low].low;
}

// MARK: state that Foundation keeps without a lock: whether a thread is cancelled

SWIFT static void (*real_cancel)(SELF);
SWIFT static void cancel(SELF)
{
    if (il_controlled()) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_CHANGE, .object = (uintptr_t)self, .caller = il_program_caller(__builtin_frame_address(0))});
    }
    real_cancel(self);
}

SWIFT static bool (*real_is_cancelled)(SELF);
SWIFT static bool is_cancelled(SELF)
{
    if (il_controlled()) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_LOOK, .object = (uintptr_t)self, .caller = il_program_caller(__builtin_frame_address(0))});
    }
    return real_is_cancelled(self);
}

void il_watch_cancelled_threads(void)
{
    static const struct il_patch patches[] = {
        {"$s10Foundation6ThreadC6cancelyyF", cancel, (void **)&real_cancel},
        {"$s10Foundation6ThreadC11isCancelledSbvg", is_cancelled, (void **)&real_is_cancelled},
    };
    static bool is_done;
    if (is_done || !dlsym(RTLD_DEFAULT, patches[0].name)) return;
    is_done = !il_patch_functions("libFoundation.", patches, sizeof patches / sizeof patches[0]);
}
