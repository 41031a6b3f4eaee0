// The inlined part of Swift's Mutex (swift-mutex.c).
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/thread-state.h"

// The thread number that the program's code was told, once it has asked; 0: it has not. It is the
// same for all tasks.
extern IL_HIDDEN uint32_t il_owner_of_mutexes;
IL_HIDDEN uint32_t il_tell_owner_of_mutexes(void);

// Whether a compare-exchange acquires or releases a Mutex. It must fail: then the program calls one
// of the functions below.
static inline __attribute__((always_inline)) bool il_is_of_mutex(const volatile void *address, uint32_t expected, uint32_t wanted)
{
    uint32_t owner = il_owner_of_mutexes;
    if (owner == 0 || (expected ^ wanted) != owner || (expected != 0 && wanted != 0) || !il_controlled()) return false;
    // The program's own code that repeats the compare-exchange calls none of them.
    bool is_again = il_self.mutex == (uintptr_t)address;
    il_self.mutex = is_again ? 0 : (uintptr_t)address;
    return !is_again;
}

IL_HIDDEN __attribute__((swiftcall)) void il_lock_mutex(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word);
IL_HIDDEN __attribute__((swiftcall)) bool il_try_mutex(__attribute__((swift_context)) volatile uint32_t *word);
IL_HIDDEN __attribute__((swiftcall)) void il_unlock_mutex(__attribute__((swift_context)) volatile uint32_t *word);
#define IL_LOCK_MUTEX "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define IL_TRY_MUTEX "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define IL_UNLOCK_MUTEX "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
