// The inside of the recorder, shared by the files of this folder.
//
// A call of the program arrives at a symbol that we define (dispatch.c, threads.c, …). It asks
// `il_entering`: is this thread recorded, and is the caller the program (not libdispatch,
// Foundation or the runtime at work for themselves)? If not, the real symbol is called and nothing
// else happens. If so, records are written before and after the real call (ring.c).
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recorder/choice.h"

#define IL_EXPORT __attribute__((visibility("default")))
#define IL_HIDDEN __attribute__((visibility("hidden")))
#define IL_LIKELY(x) __builtin_expect(!!(x), 1)
#define IL_UNLIKELY(x) __builtin_expect(!!(x), 0)

// Kinds and details: Sources/Trace/Format.md.
enum {
    IL_PLACE = 1, IL_TEXT = 2,
    IL_ITEM_ENQUEUED = 10, IL_ITEM_BEGAN, IL_ITEM_ENDED, IL_ITEM_CANCELLED,
    IL_QUEUE_CREATED = 20, IL_QUEUE_TARGETED, IL_QUEUE_SUSPENDED, IL_QUEUE_RESUMED, IL_QUEUE_ACTIVATED, IL_QUEUE_WIDTH, IL_QUEUE_CANCELLED,
    IL_WAIT_BEGAN = 30, IL_WAIT_ENDED,
    IL_GROUP_ENTERED = 40, IL_GROUP_LEFT, IL_GROUP_NOTIFIED, IL_GROUP_CREATED,
    IL_SEMAPHORE_CREATED = 45, IL_SEMAPHORE_SIGNALLED,
    IL_ONCE_BEGAN = 50, IL_ONCE_ENDED,
    IL_LOCK_ACQUIRED = 55, IL_LOCK_RELEASED, IL_CONDITION_SIGNALLED,
    IL_SOURCE_CREATED = 60, IL_SOURCE_FIRED, IL_SOURCE_CANCELLED, IL_TIMER_ARMED, IL_SIGNAL_DELIVERED,
    IL_OPERATION_ADDED = 70, IL_OPERATION_READY, IL_OPERATION_DEPENDS, IL_OPERATION_INDEPENDENT, IL_OPERATION_CANCELLED,
    IL_OPERATION_PRIORITY, IL_OPERATION_RETURNED,
    IL_TASK_CREATED = 80, IL_TASK_SUSPENDED, IL_TASK_RESUMED, IL_TASK_ENDED, IL_TASK_CANCELLED,
    IL_THREAD_STARTED = 90, IL_THREAD_ENDED, IL_THREAD_JOINED,
    IL_NOTE = 110, IL_MODULE_LOADED = 120, IL_PLACE_NAME, IL_FORKED,
};

enum {
    IL_HOW_ASYNC, IL_HOW_SYNC, IL_HOW_ASYNC_AND_WAIT, IL_HOW_GROUP_NOTIFY, IL_HOW_AFTER, IL_HOW_APPLY, IL_HOW_SOURCE, IL_HOW_OPERATION,
    IL_HOW_TASK_JOB, IL_HOW_ITEM_NOTIFY, IL_HOW_SOURCE_CANCEL, IL_HOW_PERFORMED, IL_HOW_ACTOR_JOB, IL_HOW_IO, IL_HOW_COMPLETION,
    IL_FOUND = 1,  // of a width or priority: not set now, but found to be so
    IL_BARRIER = 1 << 8, IL_IN_GROUP = 1 << 9, IL_CALLER_WAITS = 1 << 10,
    IL_SAME_PLACE = 1 << 14, IL_HAS_PLACE = 1 << 15,
};

enum { IL_QUEUE_SERIAL, IL_QUEUE_CONCURRENT, IL_QUEUE_MAIN, IL_QUEUE_GLOBAL, IL_QUEUE_OPERATION, IL_QUEUE_ACTOR };

enum {
    IL_WAIT_GROUP, IL_WAIT_SEMAPHORE, IL_WAIT_SYNC, IL_WAIT_MUTEX, IL_WAIT_CONDITION, IL_WAIT_ONCE, IL_WAIT_JOIN, IL_WAIT_WORK_ITEM,
    IL_WAIT_OPERATION, IL_WAIT_OPERATION_QUEUE, IL_WAIT_SLEEP, IL_WAIT_APPLY, IL_WAIT_READING, IL_WAIT_WRITING, IL_WAIT_FUTEX,
    IL_TIMED_OUT = 1 << 8,
};

#define IL_FOREVER (~0ull)

// A task's random numbers (random-numbers.c). Their start is computed when the first is drawn.
struct il_row {
    const struct il_row *parent;  // NULL: the first task
    uint32_t birth;               // the parent's first child is 1, its next 2
    uint32_t births;              // the number of its own children so far
    uint64_t drawn;
    bool is_begun;
};

// The state of the thread that the recorder runs on. `record.h` shows the fields only because the fast paths are inlined.
struct il_thread {
    uint32_t recording;    // number of the recording this thread has joined, 0 none
    uint32_t lane;
    int32_t inside;        // > 0: our own code or a real call on behalf of the program is running: write nothing
    int32_t writing;       // > 0: a record is half written, or the ring's lock is held: a signal handler must not write now
    const uintptr_t *entered;  // frame of the outermost call inside, and its return address
    uintptr_t entered_from;
    uintptr_t running;     // the program's function that we run at present, if known
    int32_t finished;      // the thread is ending
    int32_t controlled;    // a task of the explorer runs here: bridge.h
    uintptr_t mutex;       // the Mutex whose comparison has just failed: swift-mutex.c
    int32_t update;        // the progress of an atomic update of several parts: atomics.c
    uint32_t open_accesses;  // of its variables: exclusive-accesses.c
    struct il_row row;     // its random numbers
    struct il_printed *printed;  // what it has written and not printed: standard-streams.c
    int32_t prints;        // how often it holds the lock of standard output
    int32_t operating;     // Foundation is working on its operations here: controlled-operations.c
    uintptr_t operating_for;  // the program's call that Foundation works for
    unsigned char *cursor, *limit;
    struct il_chunk *chunk;
    uint64_t items;        // items this lane has numbered so far
    uint64_t place_call, place_closure, place_extra;  // of the last place record in this chunk
    uintptr_t stack_high;
    uintptr_t stack_low;   // for a task of the explorer: below this its stack has overflowed
    const char *role;      // "worker", "thread": what made it
    uint32_t parent_lane;
    uint32_t own_lane;     // lane given before its first record (a created thread)
    bool named;            // its creator has recorded its first name
    uint64_t queues[64];   // queues that this thread knows to be defined, by a hash of their address
};

extern IL_HIDDEN __thread struct il_thread il_self __attribute__((tls_model("initial-exec")));

// The number of the running recording, 0: off. Alone on its page, which is empty in the child of a
// fork: however the child was made, it never writes into its parent's file.
struct il_own_page {
    _Atomic uint32_t current;
    char rest[4092];
};
extern IL_HIDDEN struct il_own_page il_own_page __attribute__((aligned(4096)));
#define il_current (il_own_page.current)

// ring.c; il_write, il_write_at and il_write_place are in ring.h
IL_HIDDEN bool il_join(void);
IL_HIDDEN void il_write_text(uint64_t object, uint64_t argument, const char *text, size_t length);
IL_HIDDEN void il_define(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument, const char *text, size_t length);
IL_HIDDEN void il_define_text(uint64_t object, uint64_t argument, const char *text, size_t length);
IL_HIDDEN void il_thread_finished(void);
IL_HIDDEN void il_count_lost(uint64_t records);

static inline uint64_t il_new_item(void)
{
    return ((uint64_t)il_self.lane << 40) | ++il_self.items;
}

IL_HIDDEN bool il_has_left(const void *frame);

// Is this thread recorded, and not inside our own code?
static inline __attribute__((always_inline)) bool il_recording(void)
{
    uint32_t current = atomic_load_explicit(&il_current, memory_order_relaxed);
    if (!current) return false;
    if (IL_UNLIKELY(il_self.inside | il_self.writing) && !il_has_left(__builtin_frame_address(0))) return false;
    return IL_LIKELY(il_self.recording == current) || il_join();
}

// The same, if records of this kind are wanted. (For calls in which no code of the program runs.)
static inline __attribute__((always_inline)) bool il_records(uint32_t choice)
{
    return IL_LIKELY(!(il_choice.left_out & choice)) && il_recording();
}

// modules.c
enum il_module_kind { IL_UNKNOWN, IL_PROGRAM, IL_OVERLAY /* libswiftDispatch */, IL_LIBDISPATCH, IL_FOUNDATION, IL_CONCURRENCY, IL_LIBC, IL_OURS, IL_SYSTEM };
IL_HIDDEN void *il_real(const char *name);
IL_HIDDEN void il_scan_modules(void);
IL_HIDDEN void il_define_modules(void);
IL_HIDDEN enum il_module_kind il_module_of(uintptr_t address);
IL_HIDDEN bool il_is_code(uintptr_t address);
IL_HIDDEN bool il_is_data_of_program(uintptr_t address);
IL_HIDDEN bool il_called_by_program(void *return_address);
IL_HIDDEN uintptr_t il_program_caller(void *frame);
// The place in a library's function, called by the program, from which this call came; 0: none.
IL_HIDDEN uintptr_t il_library_called_by_program(void *frame);
IL_HIDDEN uintptr_t il_caller_of_library(const void *frame);
IL_HIDDEN uintptr_t il_caller_on_behalf(void *frame);
IL_HIDDEN uintptr_t il_caller_in_foundation(void *frame);
IL_HIDDEN uintptr_t il_closure_of_block(const void *block);
IL_HIDDEN bool il_process_uses_concurrency(void);
IL_HIDDEN bool il_loads_thread_sanitizer(void);
IL_HIDDEN bool il_preloaded_recorder_is_recording(void);

// recording.c: records into a file that a tracer made, unless another process has claimed it. The
// child of such a process (or what it has become) records into a file beside it.
IL_HIDDEN int il_claim(const char *path, uint64_t buffer_bytes, bool is_child);

// The program's call that led to the symbol whose function uses this, or 0 if the caller works for
// itself.
#define IL_CALLER() il_caller_on_behalf(__builtin_frame_address(0))

#define IL_REAL(name)                                                                                            \
    ({                                                                                                           \
        static __typeof__(&name) _Atomic real_##name;                                                            \
        __typeof__(&name) found = atomic_load_explicit(&real_##name, memory_order_relaxed);                      \
        if (IL_UNLIKELY(!found)) {                                                                               \
            found = (__typeof__(&name))il_real(#name);                                                           \
            atomic_store_explicit(&real_##name, found, memory_order_relaxed);                                    \
        }                                                                                                        \
        found;                                                                                                   \
    })

// queues.c
IL_HIDDEN void il_define_queue(uint64_t address, uint64_t target, uint16_t kind, const char *label);
IL_HIDDEN void il_meet_queue(void *queue, uint64_t *mine);
IL_HIDDEN bool il_is_new_queue(void *queue);
IL_HIDDEN void il_reset_queues(void);
IL_HIDDEN bool il_is_unchosen_queue(uint64_t address);
IL_HIDDEN void il_rename_queue(uint64_t address, uint16_t kind, const char *label, size_t length);

// control.c: whether a recording is stopped that another process can start again, and the caller is the
// program.
IL_HIDDEN bool il_is_paused(void);

// thread-names.c
IL_HIDDEN const char *il_name_of_next_thread(void);

// operations.c
IL_HIDDEN void il_patch_operations(void);
IL_HIDDEN void il_forget_operations(void);

// Ensures that a queue is defined in the trace before it is named there.
static inline void il_know_queue(void *queue)
{
    uint64_t *mine = &il_self.queues[((uint64_t)queue >> 5) % 64];
    if (IL_UNLIKELY(*mine != (uint64_t)queue)) il_meet_queue(queue, mine);
}

// The number of a new item on a queue that is known.
static inline uint64_t il_new_item_on(const void *queue)
{
    bool is_chosen = IL_LIKELY(!il_choice.has_queues) || !il_is_unchosen_queue((uint64_t)queue);
    return is_chosen ? il_new_item() : il_new_item() | IL_NOT_CHOSEN;
}

// Enters our own code on behalf of the program: calls below it do not count as the program's.
static inline __attribute__((always_inline)) void il_enter_from(const uintptr_t *frame)
{
    if (il_self.inside++ > 0) return;
    il_self.entered = frame;
    il_self.entered_from = frame[1];
}

static inline __attribute__((always_inline)) void il_enter(void) { il_enter_from(__builtin_frame_address(0)); }

static inline void il_leave(void)
{
    if (il_self.inside > 0) il_self.inside--;
}

// If the program's own code runs below a real call, its calls are the program's again.
struct il_depth {
    int32_t inside;
    const uintptr_t *entered;
    uintptr_t entered_from;
};

static inline struct il_depth il_step_out(void)
{
    struct il_depth depth = {il_self.inside, il_self.entered, il_self.entered_from};
    il_self.inside = 0;
    return depth;
}

static inline void il_step_back(struct il_depth depth)
{
    il_self.inside = depth.inside;
    il_self.entered = depth.entered;
    il_self.entered_from = depth.entered_from;
}

// A call that the cancellation of its thread may leave: what is entered here is left then, too.
static inline void il_leave_scope(int *unused)
{
    (void)unused;
    il_leave();
}
#define IL_INSIDE il_enter(); int il_scope __attribute__((cleanup(il_leave_scope), unused)) = 0

#include "recorder/ring.h"
