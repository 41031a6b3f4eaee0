// Swift's Mutex. Its word holds the number of the thread that has the lock, and 0 when it is free. The compiler puts a comparison into the program that
// changes the word; only where it fails, a function of the library is called, which asks the kernel.
//
// While a program is explored that comparison always fails (atomics.c), and the library's functions are ours: so acquiring, trying and releasing are one step
// each, as they are for the locks of pthread. A word that is held says that a thread waits, too: code that is not instrumented compares it as well, and
// calls the library's function to release it.
#define _GNU_SOURCE
#include "mutexes.h"

#include <unistd.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

uint32_t il_owner_of_mutexes;

// The kernel's sign that a thread waits (FUTEX_WAITERS).
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
        // The task has the lock already: the library traps.
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
