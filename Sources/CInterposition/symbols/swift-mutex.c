// Swift's Mutex. Its word holds the number of the thread that owns the lock, and 0 when it is free.
// The compiler puts a compare-exchange of the word into the program. Only if that fails is a
// function of the library called, which calls the kernel. So a recording has the waits, and what ends
// them: an owner that leaves the lock to a waiting thread calls the library, too.
//
// While a program is explored the compare-exchange always fails (atomics.c), and the library's
// functions are ours. So acquiring, trying and releasing are one step each, as for pthread locks. A
// held word also says that a thread waits. So code that is not instrumented, which compares it too,
// calls the library's function to release it.
#define _GNU_SOURCE
#include "symbols/swift-mutex.h"

#include <unistd.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

uint32_t il_owner_of_mutexes;

// The kernel's mark that a thread waits (FUTEX_WAITERS).
static const uint32_t AWAITED = UINT32_C(1) << 31;

uint32_t il_tell_owner_of_mutexes(void) { return il_owner_of_mutexes = (uint32_t)getpid(); }

static int64_t ask(uint16_t kind, volatile uint32_t *word, uintptr_t caller)
{
    il_self.mutex = 0;
    return il_ask((struct interleave_call){.kind = kind, .object = (uintptr_t)word, .caller = caller});
}

__attribute__((swiftcall)) void il_lock_mutex(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word)
{
    typedef __attribute__((swiftcall)) void function(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word);
    if (il_controlled()) {
        if (ask(INTERLEAVE_MUTEX_LOCK, word, HERE) == 0) {
            *word = owner | AWAITED;
            return;
        }
        // The task already holds the lock: the library traps.
        *word = owner;
    }
    ((function *)il_real(IL_LOCK_MUTEX))(owner, word);
}

__attribute__((swiftcall)) bool il_try_mutex(__attribute__((swift_context)) volatile uint32_t *word)
{
    typedef __attribute__((swiftcall)) bool function(__attribute__((swift_context)) volatile uint32_t *word);
    if (!il_controlled()) return ((function *)il_real(IL_TRY_MUTEX))(word);
    if (ask(INTERLEAVE_MUTEX_TRY, word, HERE) != 0) return false;
    *word = il_owner_of_mutexes | AWAITED;
    return true;
}

__attribute__((swiftcall)) void il_unlock_mutex(__attribute__((swift_context)) volatile uint32_t *word)
{
    typedef __attribute__((swiftcall)) void function(__attribute__((swift_context)) volatile uint32_t *word);
    if (!il_controlled()) return ((function *)il_real(IL_UNLOCK_MUTEX))(word);
    if (ask(INTERLEAVE_MUTEX_UNLOCK, word, HERE) == 0) *word = 0;
}

// MARK: recorded

IL_EXPORT __attribute__((swiftcall)) void il_wait_for_mutex(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word)
    __asm__(IL_LOCK_MUTEX);
IL_EXPORT __attribute__((swiftcall)) void il_leave_mutex(__attribute__((swift_context)) volatile uint32_t *word) __asm__(IL_UNLOCK_MUTEX);

__attribute__((swiftcall)) void il_wait_for_mutex(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word)
{
    typedef __attribute__((swiftcall)) void function(uint32_t owner, __attribute__((swift_context)) volatile uint32_t *word);
    static function *_Atomic real;
    function *lock = atomic_load_explicit(&real, memory_order_relaxed);
    if (!lock) atomic_store_explicit(&real, lock = (function *)il_real(IL_LOCK_MUTEX), memory_order_relaxed);
    uintptr_t caller = il_records(IL_CHOICE_LOCKS) ? IL_CALLER() : 0;
    if (!caller) return lock(owner, word);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_FUTEX, (uint64_t)word, IL_FOREVER, caller, 0, 0);
    il_enter();
    lock(owner, word);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_FUTEX, (uint64_t)word, 0);
}

__attribute__((swiftcall)) void il_leave_mutex(__attribute__((swift_context)) volatile uint32_t *word)
{
    typedef __attribute__((swiftcall)) void function(__attribute__((swift_context)) volatile uint32_t *word);
    static function *_Atomic real;
    function *unlock = atomic_load_explicit(&real, memory_order_relaxed);
    if (!unlock) atomic_store_explicit(&real, unlock = (function *)il_real(IL_UNLOCK_MUTEX), memory_order_relaxed);
    uintptr_t caller = il_records(IL_CHOICE_LOCKS) ? IL_CALLER() : 0;
    if (caller) il_write_place(IL_LOCK_RELEASED, 0, (uint64_t)word, 0, caller, 0, 0);
    unlock(word);
}
