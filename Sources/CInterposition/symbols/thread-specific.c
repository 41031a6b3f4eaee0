// Thread-specific data: a task's data end with it, though the thread whose identity it has borrowed
// lives on for the next task.
#define _GNU_SOURCE
#include "base/thread-state.h"
#include "include/ExplorerBridge.h"
#include "program/modules.h"

#include <limits.h>
#include <pthread.h>

static _Atomic(void (*)(void *)) destructors[PTHREAD_KEYS_MAX];
static __thread uint64_t used[PTHREAD_KEYS_MAX / 64];
static __thread bool uses_any;

IL_EXPORT int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    int error = IL_REAL(pthread_key_create)(key, destructor);
    if (!error && *key < PTHREAD_KEYS_MAX) atomic_store(&destructors[*key], destructor);
    return error;
}

IL_EXPORT int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (IL_UNLIKELY(il_self.controlled) && key < PTHREAD_KEYS_MAX) {
        used[key / 64] |= 1ull << key % 64;
        uses_any = true;
    }
    return IL_REAL(pthread_setspecific)(key, value);
}

// Calls the destructor of a key that has a value, if `calls`; the key has none afterwards, unless
// the destructor sets it again.
static void give_up(pthread_key_t key, bool calls)
{
    void *value = pthread_getspecific(key);
    if (!value) return;
    void (*destructor)(void *) = atomic_load(&destructors[key]);
    IL_REAL(pthread_setspecific)(key, NULL);
    if (!destructor || !calls) return;
    struct il_depth depth = il_step_out();
    destructor(value);
    il_step_back(depth);
}

void interleave_end_thread(void)
{
    // A destructor may set other keys; these are then destroyed in another round. Finally all
    // remaining ones are dropped, as with a thread. (CoreFoundation's destructor sets its own key
    // again each time.)
    for (int round = 0; round <= PTHREAD_DESTRUCTOR_ITERATIONS && uses_any; round++) {
        uses_any = false;
        for (size_t word = 0; word < PTHREAD_KEYS_MAX / 64; word++) {
            // Values that a destructor sets, for its own key as well, are for the next round.
            uint64_t keys = used[word];
            used[word] = 0;
            for (; keys; keys &= keys - 1) {
                give_up((pthread_key_t)(word * 64 + (size_t)__builtin_ctzll(keys)), round < PTHREAD_DESTRUCTOR_ITERATIONS);
            }
        }
    }
}
