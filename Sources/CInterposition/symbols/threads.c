// Threads and their locks. For libdispatch's own threads only the start, the end and the role are
// recorded.
#define _GNU_SOURCE
#include "explorer/foundation/controlled-operations.h"
#include "explorer/memory/references.h"
#include "explorer/swift/swift-tasks.h"
#include "recorder/chaos.h"
#include "recorder/ring.h"
#include "symbols/sleeps.h"
#include "symbols/thread-names.h"
#include "symbols/thread-priorities.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MARK: start, end, join, name

struct start {
    void *(*function)(void *);
    void *argument;
    const char *role;
    uint32_t parent, lane, recording;
    bool named;
};

// The lane of each pthread, so that a join can name it. If two collide, the newer stays.
enum { THREADS = 4096 };
static struct { _Atomic uint64_t thread; _Atomic uint32_t lane; } lanes[THREADS];

static size_t slot_of(pthread_t thread) { return ((uint64_t)thread >> 6) * 0x9E3779B97F4A7C15ull >> 52; }

static void *run_thread(void *context)
{
    struct start start = *(struct start *)context;
    IL_ACQUIRED(context);
    free(context);
    il_self.role = start.role;
    il_self.parent_lane = start.parent;
    il_self.own_lane = start.lane;
    il_self.lane_recording = start.recording;
    il_self.named = start.named;
    il_self.running = (uintptr_t)start.function;
    (void)il_recording();  // joins the recording now: the thread is recorded from its start
    if (IL_LIKELY(il_chaos == NULL) || strcmp(start.role, "worker") == 0) return start.function(start.argument);
    void *result = start.function(start.argument);
    il_chaos_thread(-1);
    return result;
}

IL_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    if (il_controlled() && il_module_of((uintptr_t)function) != IL_LIBDISPATCH) {
        return (int)il_ask((struct interleave_call){
            .kind = INTERLEAVE_THREAD_CREATE, .caller = il_program_caller(__builtin_frame_address(0)), .object = (uintptr_t)thread,
            .value = il_priority_in(attributes), .function = function, .context = argument, .closure = (uintptr_t)function});
    }
    // libdispatch makes its workers inside calls that we have entered, and on threads that have
    // recorded nothing so far.
    uint32_t current = atomic_load_explicit(&il_current, memory_order_relaxed);
    struct start *start = current ? malloc(sizeof *start) : NULL;
    if (!start) return IL_REAL(pthread_create)(thread, attributes, function, argument);
    bool worker = il_module_of((uintptr_t)function) == IL_LIBDISPATCH;
    *start = (struct start){function, argument, worker ? "worker" : "thread", il_self.recording == current ? il_self.lane : 0, il_new_lane(), current, false};
    uint32_t lane = start->lane;
    // Its first name is recorded before it exists, so that later names come later in the trace too.
    if (il_self.recording == current) {
        const char *given = worker ? NULL : il_name_of_next_thread(), *name = given ? given : start->role;
        il_define_text(lane, IL_THREAD_STARTED, name, strlen(name));
        start->named = true;
    }
    IL_RELEASED(start);
    if (IL_UNLIKELY(il_chaos != NULL) && !worker) il_chaos_thread(1);
    int error = IL_REAL(pthread_create)(thread, attributes, run_thread, start);
    if (error) {
        free(start);
        return error;
    }
    atomic_store(&lanes[slot_of(*thread)].lane, lane);
    atomic_store(&lanes[slot_of(*thread)].thread, (uint64_t)*thread);
    return 0;
}

// Ends a task of the explorer here. (The real call unwinds to the start of a thread, which a fiber
// does not have.)
IL_EXPORT void pthread_exit(void *result)
{
    if (il_controlled()) il_ask((struct interleave_call){.kind = INTERLEAVE_THREAD_EXIT, .context = result});
    IL_REAL(pthread_exit)(result);
    __builtin_unreachable();
}

IL_EXPORT int pthread_detach(pthread_t thread)
{
    return il_controlled() ? 0 : IL_REAL(pthread_detach)(thread);
}

static uint32_t lane_of(pthread_t thread)
{
    if (pthread_equal(thread, pthread_self())) return il_self.lane;
    size_t slot = slot_of(thread);
    return atomic_load(&lanes[slot].thread) == (uint64_t)thread ? atomic_load(&lanes[slot].lane) : 0;
}

IL_EXPORT int pthread_join(pthread_t thread, void **result)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_THREAD_JOIN, .object = (uintptr_t)thread, .other = (uintptr_t)result);
    if (!il_recording() || !(caller = IL_CALLER())) return il_acquired(IL_REAL(pthread_join)(thread, result), (void *)thread);
    uint64_t lane = lane_of(thread);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_JOIN, lane, IL_FOREVER, caller, 0, 0);
    int error;
    {
        IL_INSIDE;
        error = IL_REAL(pthread_join)(thread, result);
    }
    il_write(IL_WAIT_ENDED, IL_WAIT_JOIN, lane, 0);
    if (!error) il_write(IL_THREAD_JOINED, 0, lane, 0);
    return il_acquired(error, (void *)thread);
}

// Whether a new name has any information for the reader. libdispatch names its workers after their
// queue, and Foundation then repeats that; libdispatch names other threads after the program.
static bool is_telling(pthread_t thread, const char *name)
{
    char present[16] = "";
    bool worker = pthread_equal(thread, pthread_self()) && il_self.role && strcmp(il_self.role, "worker") == 0;
    if (worker) pthread_getname_np(thread, present, sizeof present);
    return strcmp(name, present) != 0 && strcmp(name, program_invocation_short_name) != 0;
}

IL_EXPORT int pthread_setname_np(pthread_t thread, const char *name)
{
    bool by_dispatch = il_module_of((uintptr_t)__builtin_return_address(0)) == IL_LIBDISPATCH;
    il_system_got_name();
    if (!by_dispatch && il_recording() && is_telling(thread, name)) {
        il_enter();
        uint32_t lane = lane_of(thread);
        if (lane) il_define_text(lane, IL_THREAD_STARTED, name, strlen(name));
        il_leave();
    }
    if (!by_dispatch && il_controlled()) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_THREAD_NAMED, .object = (uintptr_t)thread, .other = (uintptr_t)name});
    }
    return IL_REAL(pthread_setname_np)(thread, name);
}

// MARK: locks

static uint32_t flags_of(const pthread_mutex_t *mutex)
{
    int kind = mutex->__data.__kind & 3;
    return kind == PTHREAD_MUTEX_RECURSIVE_NP ? INTERLEAVE_RECURSIVE : kind == PTHREAD_MUTEX_ERRORCHECK_NP ? INTERLEAVE_CHECKED : 0;
}

static uint32_t preference_of(const pthread_rwlock_t *lock)
{
    return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ? INTERLEAVE_PREFERS_WRITERS : 0;
}

// In a real run a read-write lock has two objects: its writers, and all that have held it.
#define HOLDS(lock, how)                                                                                     \
    do {                                                                                                     \
        IL_ACQUIRED(lock);                                                                                   \
        if ((how) == 2) IL_ACQUIRED((uintptr_t)lock + 1);                                                    \
    } while (0)

static int held(int error, void *lock, int how)
{
    if (!error) HOLDS(lock, how);
    return error;
}

static void will_leave(pthread_rwlock_t *lock)
{
    bool is_writer = lock->__data.__cur_writer != 0;
    if (is_writer) IL_RELEASED(lock);
    IL_RELEASED((uintptr_t)lock + 1);
}

// Acquiring a lock: tried first, so that only a real wait is recorded. `try_lock` of a lock that
// this thread holds says "busy" too; the real call then answers as it always would (waits forever,
// or refuses).
#define TAKE(lock, how, wait_kind, timeout, try_lock, take)                                                  \
    do {                                                                                                     \
        il_enter();                                                                                          \
        int error = try_lock;                                                                                \
        if (error == EBUSY) {                                                                                \
            il_write_place(IL_WAIT_BEGAN, wait_kind, (uint64_t)lock, timeout, caller, 0, 0);                 \
            error = take;                                                                                    \
            il_write(IL_WAIT_ENDED, wait_kind | (error == ETIMEDOUT ? IL_TIMED_OUT : 0), (uint64_t)lock, 0); \
        }                                                                                                    \
        if (!error) il_write_place(IL_LOCK_ACQUIRED, how, (uint64_t)lock, 0, caller, 0, 0);                  \
        if (!error) HOLDS(lock, how);                                                                        \
        il_leave();                                                                                          \
        return error;                                                                                        \
    } while (0)

IL_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_LOCK, .object = (uintptr_t)mutex, .flags = flags_of(mutex));
    if (il_controlled() && il_control_runtime_lock(mutex, true, __builtin_return_address(0), __builtin_frame_address(0))) return 0;
    uintptr_t foundation = il_controlled() ? il_caller_in_foundation(__builtin_frame_address(0)) : 0;
    if (foundation) return il_lock_internally(mutex, foundation);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return il_acquired(IL_REAL(pthread_mutex_lock)(mutex), mutex);
    TAKE(mutex, 0, IL_WAIT_MUTEX, IL_FOREVER, IL_REAL(pthread_mutex_trylock)(mutex), IL_REAL(pthread_mutex_lock)(mutex));
}

// A moment in nanoseconds.
#define TIME_OF(deadline) ((uintptr_t)(deadline)->tv_sec * 1000000000u + (uintptr_t)(deadline)->tv_nsec)

IL_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_LOCK, .object = (uintptr_t)mutex, .flags = flags_of(mutex), .value = ETIMEDOUT, .work = TIME_OF(deadline));
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return il_acquired(IL_REAL(pthread_mutex_timedlock)(mutex, deadline), mutex);
    TAKE(mutex, 0, IL_WAIT_MUTEX, il_nanoseconds_until(deadline, CLOCK_REALTIME), IL_REAL(pthread_mutex_trylock)(mutex),
        IL_REAL(pthread_mutex_timedlock)(mutex, deadline));
}

IL_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_LOCK, .object = (uintptr_t)mutex, .flags = flags_of(mutex), .value = ETIMEDOUT, .work = TIME_OF(deadline));
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return il_acquired(IL_REAL(pthread_mutex_clocklock)(mutex, clock, deadline), mutex);
    TAKE(mutex, 0, IL_WAIT_MUTEX, il_nanoseconds_until(deadline, clock), IL_REAL(pthread_mutex_trylock)(mutex),
        IL_REAL(pthread_mutex_clocklock)(mutex, clock, deadline));
}

IL_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_LOCK, .object = (uintptr_t)mutex, .flags = flags_of(mutex), .value = EBUSY);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return il_acquired(IL_REAL(pthread_mutex_trylock)(mutex), mutex);
    int error = IL_REAL(pthread_mutex_trylock)(mutex);
    if (!error) il_write_place(IL_LOCK_ACQUIRED, 0, (uint64_t)mutex, 0, caller, 0, 0);
    return il_acquired(error, mutex);
}

// A controlled task's own mutexes are never really locked. So one that is belongs to a library,
// which may end with this call (tail-calls.c).
static bool is_of_library(const pthread_mutex_t *mutex) { return il_controlled() && mutex->__data.__lock; }

IL_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    uintptr_t caller;
    if (is_of_library(mutex)) return IL_REAL(pthread_mutex_unlock)(mutex);
    IL_CONTROLLED(int, INTERLEAVE_UNLOCK, .object = (uintptr_t)mutex, .flags = flags_of(mutex));
    if (il_controlled() && il_control_runtime_lock(mutex, false, __builtin_return_address(0), __builtin_frame_address(0))) return 0;
    if (il_records(IL_CHOICE_LOCKS) && (caller = IL_CALLER())) il_write_place(IL_LOCK_RELEASED, 0, (uint64_t)mutex, 0, caller, 0, 0);
    IL_RELEASED(mutex);
    return IL_REAL(pthread_mutex_unlock)(mutex);
}

IL_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_READ_LOCK, .flags = preference_of(lock), .object = (uintptr_t)lock);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_rdlock)(lock), lock, 1);
    TAKE(lock, 1, IL_WAIT_READ_LOCK, IL_FOREVER, IL_REAL(pthread_rwlock_tryrdlock)(lock), IL_REAL(pthread_rwlock_rdlock)(lock));
}

IL_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_WRITE_LOCK, .flags = preference_of(lock), .object = (uintptr_t)lock);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_wrlock)(lock), lock, 2);
    TAKE(lock, 2, IL_WAIT_WRITE_LOCK, IL_FOREVER, IL_REAL(pthread_rwlock_trywrlock)(lock), IL_REAL(pthread_rwlock_wrlock)(lock));
}

// The forms with a deadline: on the wall clock, or on a given clock.
IL_EXPORT int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_READ_LOCK, .flags = preference_of(lock), .object = (uintptr_t)lock, .value = ETIMEDOUT);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_timedrdlock)(lock, deadline), lock, 1);
    TAKE(lock, 1, IL_WAIT_READ_LOCK, il_nanoseconds_until(deadline, CLOCK_REALTIME), IL_REAL(pthread_rwlock_tryrdlock)(lock),
        IL_REAL(pthread_rwlock_timedrdlock)(lock, deadline));
}

IL_EXPORT int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_WRITE_LOCK, .object = (uintptr_t)lock, .value = ETIMEDOUT);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_timedwrlock)(lock, deadline), lock, 2);
    TAKE(lock, 2, IL_WAIT_WRITE_LOCK, il_nanoseconds_until(deadline, CLOCK_REALTIME), IL_REAL(pthread_rwlock_trywrlock)(lock),
        IL_REAL(pthread_rwlock_timedwrlock)(lock, deadline));
}

IL_EXPORT int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_READ_LOCK, .flags = preference_of(lock), .object = (uintptr_t)lock, .value = ETIMEDOUT);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline), lock, 1);
    TAKE(lock, 1, IL_WAIT_READ_LOCK, il_nanoseconds_until(deadline, clock), IL_REAL(pthread_rwlock_tryrdlock)(lock),
        IL_REAL(pthread_rwlock_clockrdlock)(lock, clock, deadline));
}

IL_EXPORT int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_WRITE_LOCK, .object = (uintptr_t)lock, .value = ETIMEDOUT);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline), lock, 2);
    TAKE(lock, 2, IL_WAIT_WRITE_LOCK, il_nanoseconds_until(deadline, clock), IL_REAL(pthread_rwlock_trywrlock)(lock),
        IL_REAL(pthread_rwlock_clockwrlock)(lock, clock, deadline));
}

IL_EXPORT int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_READ_LOCK, .flags = preference_of(lock), .object = (uintptr_t)lock, .value = EBUSY);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_tryrdlock)(lock), lock, 1);
    int error = IL_REAL(pthread_rwlock_tryrdlock)(lock);
    if (!error) il_write_place(IL_LOCK_ACQUIRED, 1, (uint64_t)lock, 0, caller, 0, 0);
    return held(error, lock, 1);
}

IL_EXPORT int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_TRY_WRITE_LOCK, .object = (uintptr_t)lock, .value = EBUSY);
    if (!il_records(IL_CHOICE_LOCKS) || !(caller = IL_CALLER())) return held(IL_REAL(pthread_rwlock_trywrlock)(lock), lock, 2);
    int error = IL_REAL(pthread_rwlock_trywrlock)(lock);
    if (!error) il_write_place(IL_LOCK_ACQUIRED, 2, (uint64_t)lock, 0, caller, 0, 0);
    return held(error, lock, 2);
}

IL_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    uintptr_t caller;
    IL_CONTROLLED(int, INTERLEAVE_READ_WRITE_UNLOCK, .object = (uintptr_t)lock);
    if (il_records(IL_CHOICE_LOCKS) && (caller = IL_CALLER())) il_write_place(IL_LOCK_RELEASED, 1, (uint64_t)lock, 0, caller, 0, 0);
    will_leave(lock);
    return IL_REAL(pthread_rwlock_unlock)(lock);
}

// The state of a destroyed lock or condition is forgotten: another may be made at its address.
#define FORGET(type, name)                                                                                   \
    IL_EXPORT int name(type *object)                                                                         \
    {                                                                                                        \
        if (il_control) il_forget_lock(object);                                                              \
        if (il_controlled()) {                                                                               \
            uintptr_t caller = il_program_caller(__builtin_frame_address(0));                                \
            il_ask((struct interleave_call){.kind = INTERLEAVE_DESTROY, .object = (uintptr_t)object, .caller = caller ? caller : il_last_release}); \
        }                                                                                                    \
        return IL_REAL(name)(object);                                                                        \
    }
FORGET(pthread_mutex_t, pthread_mutex_destroy)
FORGET(pthread_rwlock_t, pthread_rwlock_destroy)
