// Real runs with a few delays, and with a detector of data races: `--chaos`.
//
// The program runs on its real threads. Its accesses to memory and the calls that synchronize it are told to the
// detector (Explorer/Chaos), one at a time. Whatever can order two threads is told as a release or an acquire of an
// object. An order too many hides a data race; an order too few would be a false alarm. So where it is not known
// which of several items is meant, all are.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"
#include "include/ExplorerBridge.h"

extern IL_HIDDEN const struct interleave_chaos *il_chaos;  // NULL: this is no such run

// Objects that stand for many.
enum il_chaos_object { IL_ALL_ITEMS = 1, IL_ALL_TARGETS, IL_ALL_FENCES, IL_ALL_DESCRIPTORS, IL_ALL_TASKS };

IL_HIDDEN void il_chaos_access(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place);
IL_HIDDEN void il_chaos_record(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, uintptr_t caller);
IL_HIDDEN void il_chaos_acquire(uintptr_t object);
IL_HIDDEN void il_chaos_release(uintptr_t object);
IL_HIDDEN void il_chaos_made(uintptr_t address, size_t size);
// A deinit begins or ends on this thread (1, -1): its accesses are ordered by the count of references.
IL_HIDDEN void il_chaos_ignore(int by);
// A Swift task awaits: if it need not wait, it continues on this thread, and the runtime does not tell what it is ordered after.
IL_HIDDEN void il_chaos_will_acquire(uintptr_t object);
// Something will wait for a known time, in nanoseconds.
IL_HIDDEN void il_chaos_sleeps(uint64_t time);
// A thread of the program begins to exist, or ends (1, -1).
IL_HIDDEN void il_chaos_thread(int by);

#define IL_ACQUIRED(object) do { if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_acquire((uintptr_t)(object)); } while (0)
#define IL_RELEASED(object) do { if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_release((uintptr_t)(object)); } while (0)

// The result of a call that has acquired a lock if it is 0.
static inline int il_acquired(int error, const volatile void *lock)
{
    if (IL_UNLIKELY(il_chaos != NULL) && !error) il_chaos_acquire((uintptr_t)lock);
    return error;
}
