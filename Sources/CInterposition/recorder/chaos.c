// The detector of a real run is called by one thread at a time: chaos.h.
#define _GNU_SOURCE
#include "recorder/chaos.h"

#include "base/thread-state.h"
#include "explorer/memory/exclusive-accesses.h"
#include "explorer/preparation.h"
#include "program/modules.h"
#include "recorder/ring.h"
#include "symbols/queues.h"

#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct interleave_chaos *il_chaos;

// Per thread: its own number, whether it is inside the detector (which allocates), and in how many deinits.
static __thread struct {
    uint32_t number;
    int32_t ignored;
    bool inside;
    uintptr_t awaited;  // it acquires this object at its next step; 0: none
} own __attribute__((tls_model("initial-exec")));

static _Atomic uint32_t threads;
static _Atomic bool has_targets, is_over;
// Items that have not ended, threads of the program that have not, and threads that are delayed.
static _Atomic int32_t open_items, open_threads, delayed;
static atomic_flag lock = ATOMIC_FLAG_INIT;

// A new thread can get the stack of one that has ended: what lay there is gone. (Only the upper part is ever deep enough to matter.)
static void forget_stack(void)
{
    enum { UPPER_PART = 1 << 16 };
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    pthread_attr_t attributes;
    void *bottom;
    size_t size;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &bottom, &size) == 0 && here - (uintptr_t)bottom < size) {
        uintptr_t from = here > (uintptr_t)bottom + UPPER_PART ? here - UPPER_PART : (uintptr_t)bottom;
        il_chaos->made(from, here - from);
    }
    pthread_attr_destroy(&attributes);
}

static inline __attribute__((always_inline)) bool enter(void)
{
    if (own.inside || atomic_load_explicit(&is_over, memory_order_relaxed)) return false;
    own.inside = true;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
    if (IL_UNLIKELY(!own.number)) {
        own.number = atomic_fetch_add(&threads, 1) + 1;
        il_chaos->began(own.number - 1);
        if (own.number > 1) forget_stack();
    }
    if (IL_UNLIKELY(own.awaited)) {
        il_chaos->acquire(own.number - 1, own.awaited);
        own.awaited = 0;
    }
    return true;
}

static inline void leave(void)
{
    atomic_flag_clear_explicit(&lock, memory_order_release);
    own.inside = false;
}

// Before a step of the program: perhaps other threads get time to be first.
static void delay(uintptr_t place)
{
    il_enter();
    uint32_t microseconds = 0;
    if (enter()) {
        microseconds = il_chaos->delay(own.number - 1, place);
        leave();
    }
    if (microseconds) {
        struct timespec time = {.tv_sec = microseconds / 1000000, .tv_nsec = (long)(microseconds % 1000000) * 1000};
        atomic_fetch_add(&delayed, 1);
        syscall(SYS_nanosleep, &time, NULL);
        atomic_fetch_sub(&delayed, 1);
    }
    il_leave();
}

void il_chaos_access(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place)
{
    if (own.ignored > 0 || own.inside) return;
    delay(place);
    il_enter();
    if (enter()) {
        il_chaos->access(own.number - 1, address, size, how, place);
        leave();
    }
    il_leave();
}

void il_chaos_acquire(uintptr_t object)
{
    il_enter();
    if (enter()) {
        il_chaos->acquire(own.number - 1, object);
        leave();
    }
    il_leave();
}

void il_chaos_release(uintptr_t object)
{
    il_enter();
    if (enter()) {
        il_chaos->release(own.number - 1, object);
        leave();
    }
    il_leave();
}

void il_chaos_made(uintptr_t address, size_t size)
{
    il_enter();
    if (enter()) {
        il_chaos->made(address, size);
        leave();
    }
    il_leave();
}

void il_chaos_sleeps(uint64_t time)
{
    if (time == IL_FOREVER) return;
    il_enter();
    if (enter()) {
        il_chaos->sleeps(time);
        leave();
    }
    il_leave();
}

void il_chaos_will_acquire(uintptr_t object)
{
    il_chaos_acquire(object);
    own.awaited = object;
}

void il_chaos_ignore(int by) { own.ignored += by; }
void il_chaos_thread(int by) { atomic_fetch_add(&open_threads, by); }

void interleave_chaos_excludes_thread(void) { il_chaos_thread(-1); }

bool interleave_chaos_is_quiet(void)
{
    return atomic_load(&open_items) <= 0 && atomic_load(&open_threads) <= 0 && atomic_load(&delayed) == 0;
}

// MARK: what the records of calls say

// Whether such an item can begin because of something other than its submission.
static bool follows_others(uint16_t how)
{
    switch (how) {
    case IL_HOW_GROUP_NOTIFY: case IL_HOW_ITEM_NOTIFY: case IL_HOW_SOURCE: case IL_HOW_SOURCE_CANCEL: case IL_HOW_IO:
    case IL_HOW_COMPLETION: case IL_HOW_OPERATION: case IL_HOW_PERFORMED: return true;
    default: return false;
    }
}

// Operation queues and actors are not queues of libdispatch. (The runtime itself tells what orders the turns of an actor.)
static bool is_of_dispatch(uint16_t how, uintptr_t queue) { return queue && how != IL_HOW_OPERATION && how != IL_HOW_ACTOR_JOB; }

// A queue has two objects: its end (`queue`), which orders items of a serial queue, and its barriers (`queue + 1`).
static void item_began(uint16_t detail, uintptr_t queue)
{
    if (follows_others(detail & 0xFF)) il_chaos_acquire(IL_ALL_ITEMS);
    if (!is_of_dispatch(detail & 0xFF, queue)) return;
    bool is_alone = !il_is_concurrent_queue((void *)queue) || detail & IL_BARRIER;
    il_chaos_acquire(queue + 1);
    if (is_alone) il_chaos_acquire(queue);
    if (atomic_load_explicit(&has_targets, memory_order_relaxed)) il_chaos_acquire(IL_ALL_TARGETS);
}

static void item_ended(uint16_t detail, uintptr_t item, uintptr_t queue)
{
    il_chaos_release(item);
    il_chaos_release(IL_ALL_ITEMS);
    if (!is_of_dispatch(detail & 0xFF, queue)) return;
    il_chaos_release(queue);
    if (detail & IL_BARRIER) il_chaos_release(queue + 1);
    if (atomic_load_explicit(&has_targets, memory_order_relaxed)) il_chaos_release(IL_ALL_TARGETS);
}

static void wait_ended(uint16_t detail, uintptr_t object)
{
    if (detail & IL_TIMED_OUT) return;
    switch (detail & 0xFF) {
    case IL_WAIT_GROUP: case IL_WAIT_WORK_ITEM: case IL_WAIT_OPERATION: case IL_WAIT_OPERATION_QUEUE:
        il_chaos_acquire(object);
        il_chaos_acquire(IL_ALL_ITEMS);
        break;
    default: break;
    }
}

void il_chaos_record(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, uintptr_t caller)
{
    if (own.inside) return;
    if (caller) {
        delay(caller);
        il_enter();
        if (enter()) {
            il_chaos->call(own.number - 1, object, caller);
            leave();
        }
        il_leave();
    }
    switch (kind) {
    case IL_ITEM_ENQUEUED:
        atomic_fetch_add(&open_items, 1);
        il_chaos_release(object);
        break;
    case IL_ITEM_CANCELLED: atomic_fetch_sub(&open_items, 1); break;
    case IL_ITEM_BEGAN:
        il_chaos_acquire(object);
        item_began(detail, argument);
        break;
    case IL_ITEM_ENDED:
        atomic_fetch_sub(&open_items, 1);
        item_ended(detail, object, argument);
        break;
    case IL_WAIT_BEGAN: il_chaos_sleeps(argument); break;
    case IL_WAIT_ENDED: wait_ended(detail, object); break;
    case IL_GROUP_LEFT:
        il_chaos_release(object);
        il_chaos_release(IL_ALL_ITEMS);
        break;
    case IL_QUEUE_TARGETED:
        atomic_store(&has_targets, true);
        break;
    case IL_QUEUE_RESUMED: case IL_QUEUE_ACTIVATED:
        il_chaos_release(object);
        il_chaos_release(object + 1);
        il_chaos_release(IL_ALL_ITEMS);
        break;
    case IL_SOURCE_CREATED: case IL_SOURCE_CANCELLED: case IL_TIMER_ARMED:
    case IL_OPERATION_ADDED: case IL_OPERATION_READY: case IL_OPERATION_DEPENDS: case IL_OPERATION_INDEPENDENT:
    case IL_OPERATION_CANCELLED: case IL_OPERATION_PRIORITY: case IL_OPERATION_RETURNED: il_chaos_release(IL_ALL_ITEMS); break;
    default: break;
    }
}

// MARK: the start

// The runtime tells a sanitizer what orders its tasks.
extern bool _swift_tsan_enabled __attribute__((weak));
extern void (*_swift_tsan_acquire)(void *) __attribute__((weak));
extern void (*_swift_tsan_release)(void *) __attribute__((weak));

static void runtime_acquires(void *object) { il_chaos_acquire((uintptr_t)object); }
static void runtime_releases(void *object)
{
    il_chaos_release((uintptr_t)object);
    il_chaos_release(IL_ALL_TASKS);
}

bool interleave_runtime_tells_orders(void) { return &_swift_tsan_enabled && &_swift_tsan_acquire && &_swift_tsan_release; }

void interleave_begin_chaos(const struct interleave_chaos *chaos)
{
    il_scan_modules();
    il_find_real_accesses();
    il_redirect_calls();
    il_chaos = chaos;
    if (interleave_runtime_tells_orders()) {
        _swift_tsan_acquire = runtime_acquires;
        _swift_tsan_release = runtime_releases;
        _swift_tsan_enabled = true;
    }
}

void interleave_end_chaos(void)
{
    // (Threads that are inside at present go on: so the table stays.)
    atomic_store(&is_over, true);
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) sched_yield();
}
