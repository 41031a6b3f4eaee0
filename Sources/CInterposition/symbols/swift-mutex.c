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

#include "explorer/bridge.h"
#include "recorder/chaos.h"
#include "recorder/ring.h"

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

#define WORD __attribute__((swift_context)) volatile uint32_t *word
typedef SWIFT void lock_function(uint32_t owner, WORD);
typedef SWIFT bool try_function(WORD);
typedef SWIFT void unlock_function(WORD);

// The library's functions, recorded if the program has called them.
static void wait_really(uint32_t owner, volatile uint32_t *word, uintptr_t caller)
{
    static lock_function *_Atomic real;
    lock_function *wait = atomic_load_explicit(&real, memory_order_relaxed);
    if (!wait) atomic_store_explicit(&real, wait = (lock_function *)il_real(IL_LOCK_MUTEX), memory_order_relaxed);
    if (!il_records(IL_CHOICE_LOCKS) || !caller) {
        wait(owner, word);
        IL_ACQUIRED(word);
        return;
    }
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_FUTEX, (uint64_t)word, IL_FOREVER, caller, 0, 0);
    il_enter();
    wait(owner, word);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_FUTEX, (uint64_t)word, 0);
    IL_ACQUIRED(word);
}

static void leave_really(volatile uint32_t *word, uintptr_t caller)
{
    static unlock_function *_Atomic real;
    unlock_function *leave = atomic_load_explicit(&real, memory_order_relaxed);
    if (!leave) atomic_store_explicit(&real, leave = (unlock_function *)il_real(IL_UNLOCK_MUTEX), memory_order_relaxed);
    if (caller && il_records(IL_CHOICE_LOCKS)) il_write_place(IL_LOCK_RELEASED, 0, (uint64_t)word, 0, caller, 0, 0);
    IL_RELEASED(word);
    leave(word);
}

static void lock(uint32_t owner, volatile uint32_t *word, uintptr_t caller)
{
    if (il_controlled()) {
        if (ask(INTERLEAVE_MUTEX_LOCK, word, caller) == 0) {
            *word = owner | AWAITED;
            return;
        }
        // The task already holds the lock: the library traps.
        *word = owner;
        return ((lock_function *)il_real(IL_LOCK_MUTEX))(owner, word);
    }
    wait_really(owner, word, caller);
}

static void unlock(volatile uint32_t *word, uintptr_t caller)
{
    if (!il_controlled()) leave_really(word, caller);
    else if (ask(INTERLEAVE_MUTEX_UNLOCK, word, caller) == 0) *word = 0;
}

SWIFT void il_lock_mutex(uint32_t owner, WORD) { lock(owner, word, HERE); }

SWIFT bool il_try_mutex(WORD)
{
    if (!il_controlled()) {
        bool is_held = ((try_function *)il_real(IL_TRY_MUTEX))(word);
        if (is_held) IL_ACQUIRED(word);
        return is_held;
    }
    if (ask(INTERLEAVE_MUTEX_TRY, word, HERE) != 0) return false;
    *word = il_owner_of_mutexes | AWAITED;
    return true;
}

SWIFT void il_unlock_mutex(WORD) { unlock(word, HERE); }

// MARK: recorded

// The library's functions by their own names. An explored program arrives here only if it was linked
// together with this file: other calls are redirected.
static bool is_explored(void *caller) { return il_controlled() && il_called_by_program(caller); }

IL_EXPORT SWIFT void il_wait_for_mutex(uint32_t owner, WORD) __asm__(IL_LOCK_MUTEX);
IL_EXPORT SWIFT void il_leave_mutex(WORD) __asm__(IL_UNLOCK_MUTEX);

SWIFT void il_wait_for_mutex(uint32_t owner, WORD)
{
    if (is_explored(__builtin_return_address(0))) return lock(owner, word, HERE);
    wait_really(owner, word, il_records(IL_CHOICE_LOCKS) ? IL_CALLER() : 0);
}

SWIFT void il_leave_mutex(WORD)
{
    if (is_explored(__builtin_return_address(0))) return unlock(word, HERE);
    leave_really(word, il_records(IL_CHOICE_LOCKS) ? IL_CALLER() : 0);
}
