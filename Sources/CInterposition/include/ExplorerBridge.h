// The interface between the explorer and the C layer: fibers to run tasks on, and the calls that
// those tasks make.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A call of a controlled task. The explorer answers in `result`.
struct interleave_call {
    uint32_t kind;
    uint32_t flags;
    /// The place of the program's call.
    uintptr_t caller;
    /// The object of the call: a lock, a condition, a thread; and a second object.
    uintptr_t object, other;
    /// A time in nanoseconds, the error of an attempt that fails, a signal's number.
    uint64_t value;
    /// The submitted work.
    void *(*function)(void *);
    void *context;
    /// The work item of a block, if it has one; for a wait or a sleep: its end, in nanoseconds of the
    /// program's clock, 0 if only its length is known.
    uintptr_t work;
    /// The program's function that will run.
    uintptr_t closure;
    /// For Swift tasks: the calling one, the submitted job, and the task group that it is created
    /// in.
    uintptr_t task, job, task_group;
    int64_t result;
};

enum interleave_call_kind {
    INTERLEAVE_THREAD_CREATE = 1, INTERLEAVE_THREAD_JOIN, INTERLEAVE_THREAD_EXIT, INTERLEAVE_SLEEP,
    INTERLEAVE_LOCK, INTERLEAVE_TRY_LOCK, INTERLEAVE_UNLOCK, INTERLEAVE_MUTEX_LOCK, INTERLEAVE_MUTEX_TRY, INTERLEAVE_MUTEX_UNLOCK,
    INTERLEAVE_READ_LOCK, INTERLEAVE_TRY_READ_LOCK, INTERLEAVE_WRITE_LOCK, INTERLEAVE_TRY_WRITE_LOCK, INTERLEAVE_READ_WRITE_UNLOCK,
    INTERLEAVE_CONDITION_WAIT, INTERLEAVE_CONDITION_SIGNAL, INTERLEAVE_CONDITION_BROADCAST,
    INTERLEAVE_ONCE, INTERLEAVE_ONCE_DONE,
    INTERLEAVE_QUEUE_CREATED, INTERLEAVE_QUEUE_TARGET, INTERLEAVE_QUEUE_SUSPEND, INTERLEAVE_QUEUE_RESUME,
    INTERLEAVE_ASYNC, INTERLEAVE_AFTER, INTERLEAVE_SYNC, INTERLEAVE_SYNC_DONE, INTERLEAVE_ITERATE, INTERLEAVE_ITERATED,
    INTERLEAVE_IS_ON_QUEUE, INTERLEAVE_CURRENT_QUEUE, INTERLEAVE_IS_MAIN_THREAD,
    INTERLEAVE_GROUP_ENTER, INTERLEAVE_GROUP_LEAVE, INTERLEAVE_GROUP_WAIT, INTERLEAVE_GROUP_NOTIFY,
    INTERLEAVE_SEMAPHORE_CREATED, INTERLEAVE_SEMAPHORE_WAIT, INTERLEAVE_SEMAPHORE_SIGNAL,
    INTERLEAVE_WORK_BEGINS, INTERLEAVE_WORK_PERFORMED, INTERLEAVE_WORK_ENDED, INTERLEAVE_WORK_CANCEL, INTERLEAVE_WORK_TEST, INTERLEAVE_WORK_WAIT, INTERLEAVE_WORK_NOTIFY, INTERLEAVE_WORK_LET_GO,
    INTERLEAVE_NOW, INTERLEAVE_FUTEX_LOCK, INTERLEAVE_FUTEX_TRY, INTERLEAVE_FUTEX_UNLOCK,
    INTERLEAVE_OPERATION_QUEUE_CREATED, INTERLEAVE_OPERATION_CREATED, INTERLEAVE_OPERATION_ADDED, INTERLEAVE_OPERATION_HANDED_OVER, INTERLEAVE_OPERATION_SECTION,
    INTERLEAVE_OPERATION_STARTED, INTERLEAVE_OPERATION_FINISHING, INTERLEAVE_OPERATION_TOUCHED, INTERLEAVE_OPERATION_WAIT,
    INTERLEAVE_OPERATION_QUEUE_WAIT, INTERLEAVE_OPERATION_QUEUE_CHANGED, INTERLEAVE_OPERATION_LOCK,
    INTERLEAVE_CHANGE, INTERLEAVE_LOOK, INTERLEAVE_FORGET, INTERLEAVE_DESTROY, INTERLEAVE_IGNORE, INTERLEAVE_FENCE, INTERLEAVE_TRAPPED, INTERLEAVE_THROWN, INTERLEAVE_NOT_MODELLED, INTERLEAVE_RUNTIME_NOT_KNOWN, INTERLEAVE_LET_GO, INTERLEAVE_WEAK_LOAD,
    INTERLEAVE_WEAK_RELEASE, INTERLEAVE_RELEASE, INTERLEAVE_RETAIN, INTERLEAVE_FREED_WAS_USED,
    INTERLEAVE_PRINT, INTERLEAVE_READ_INPUT, INTERLEAVE_PROGRAM_ENDS, INTERLEAVE_SERVE_MAIN_QUEUE,
    INTERLEAVE_SOURCE_CREATED, INTERLEAVE_SOURCE_HANDLER, INTERLEAVE_SOURCE_TIMER, INTERLEAVE_SOURCE_MERGE, INTERLEAVE_SOURCE_CANCEL,
    INTERLEAVE_SOURCE_DATA, INTERLEAVE_SOURCE_TEST,
    // Swift tasks and actors, and the runtime's own work.
    INTERLEAVE_TASK_HOP, INTERLEAVE_TASK_ENDED, INTERLEAVE_TASK_WAIT, INTERLEAVE_TASK_GROUP_NEXT, INTERLEAVE_TASK_GROUP_ALL,
    INTERLEAVE_TASK_GROUP_CREATED, INTERLEAVE_TASK_GROUP_LOOK,
    INTERLEAVE_TASK_CANCEL, INTERLEAVE_TASK_MARKED, INTERLEAVE_TASK_GROUP_CANCEL, INTERLEAVE_TASK_TEST, INTERLEAVE_CONTINUATION_CREATED, INTERLEAVE_CONTINUATION_WAIT, INTERLEAVE_CONTINUATION_RESUME,
    INTERLEAVE_TASK_SLEEP, INTERLEAVE_TASK_YIELD, INTERLEAVE_CONTINUATION_WOKEN,
    INTERLEAVE_IS_ON_EXECUTOR, INTERLEAVE_STAND_ON, INTERLEAVE_STREAM_LOCK, INTERLEAVE_STATUS_LOCK, INTERLEAVE_STATUS_UNLOCK, INTERLEAVE_ACQUIRED, INTERLEAVE_RELEASED,
    // Thread barriers, and the end of the process.
    INTERLEAVE_BARRIER_CREATED, INTERLEAVE_BARRIER_WAIT, INTERLEAVE_EXIT,
    // Custom executors: one begins a job, has run it; a Swift task is created that begins on one.
    INTERLEAVE_EXECUTOR_RUNS, INTERLEAVE_EXECUTOR_RAN, INTERLEAVE_TASK_CREATED,
    // Pipes within the process.
    INTERLEAVE_PIPE_CREATED, INTERLEAVE_PIPE_READ, INTERLEAVE_PIPE_WRITE, INTERLEAVE_PIPE_TOUCHED, INTERLEAVE_PIPE_LEVEL, INTERLEAVE_PIPE_ENDS,
    // Threads: one gets a priority (-1: not modelled, so the real call counts), and a name.
    INTERLEAVE_THREAD_PRIORITY, INTERLEAVE_THREAD_NAMED,
};

/// The priority of a thread in a call: one more than the number of `SCHED_FIFO` (0: `SCHED_OTHER`);
/// 0: that of its creator; PRIORITY_NOT_MODELLED: another way of scheduling.
enum { INTERLEAVE_PRIORITY_NOT_MODELLED = 1000 };
/// Whether the thread that holds a `pthread_mutex_t` inherits the priority of threads that wait for
/// it; and whether the mutex has a priority ceiling.
bool interleave_mutex_inherits(uintptr_t mutex);
bool interleave_mutex_has_ceiling(uintptr_t mutex);

/// For a mutex: its kind. For a queue, and for an item.
enum interleave_call_flags {
    INTERLEAVE_RECURSIVE = 1, INTERLEAVE_CHECKED = 2, INTERLEAVE_CONCURRENT = 4, INTERLEAVE_INACTIVE = 8, INTERLEAVE_BARRIER = 16,
    INTERLEAVE_JOB_OF_TASK = 32, INTERLEAVE_CHILD = 64,
    // For a fence: its ordering. For a read-write lock: it admits no reader while a writer waits.
    INTERLEAVE_FENCE_ACQUIRES = 128, INTERLEAVE_FENCE_RELEASES = 256, INTERLEAVE_PREFERS_WRITERS = 512,
    // The urgency of a Swift task, from this bit upwards.
    INTERLEAVE_URGENCY = 1 << 16,
};

/// Foundation's work while it holds an operation queue's lock.
enum interleave_operation_section {
    INTERLEAVE_SECTION_OTHER, INTERLEAVE_SECTION_SILENT, INTERLEAVE_SECTION_ADD, INTERLEAVE_SECTION_SCHEDULE, INTERLEAVE_SECTION_LEAVE,
    INTERLEAVE_SECTION_READ, INTERLEAVE_SECTION_BARRIER,
};

/// The kinds of access to an operation.
enum interleave_operation_touch {
    INTERLEAVE_OPERATION_CANCELLED, INTERLEAVE_OPERATION_DEPENDS, INTERLEAVE_OPERATION_INDEPENDENT, INTERLEAVE_OPERATION_CHANGED,
    INTERLEAVE_OPERATION_READ, INTERLEAVE_OPERATION_READ_READY, INTERLEAVE_OPERATION_START_RETURNED,
};

/// The kinds of access to memory. A mark is the begin of an `inout` access, whose reads and writes
/// follow. Freeing memory is a write.
enum interleave_access { INTERLEAVE_WRITES = 1, INTERLEAVE_MARKS = 2, INTERLEAVE_FREES = 4 };

/// The kinds of atomic access. One that compares stores only if it finds the expected value.
enum interleave_atomic {
    INTERLEAVE_LOADS = 1, INTERLEAVE_STORES = 2, INTERLEAVE_ACQUIRES = 4, INTERLEAVE_RELEASES = 8, INTERLEAVE_COMPARES = 16, INTERLEAVE_IS_WEAK = 32,
};

/// A release of a reference while others are left (LETS_GO); the final release, before and after
/// the object's deinit (DROPS, DROPPED); a reference found to be unique (IS_ALONE). A second reference
/// is made, from the only one (RETAINS). With the place. After interleave_log_memory: memory is
/// allocated (IS_ALLOCATED) and freed (IS_FREED).
enum interleave_reference {
    INTERLEAVE_LETS_GO, INTERLEAVE_DROPS, INTERLEAVE_DROPPED, INTERLEAVE_IS_ALONE, INTERLEAVE_RETAINS, INTERLEAVE_IS_ALLOCATED,
    INTERLEAVE_IS_FREED
};

/// The callbacks that decide for controlled tasks.
struct interleave_control {
    void (*call)(struct interleave_call *call);
    /// Before plain memory is read or written.
    void (*access)(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place);
    /// Before a variable is read or changed, by code that perhaps does not report it; and afterwards, if it
    /// did not.
    void (*began)(uintptr_t address, bool writes, uintptr_t place);
    void (*ended)(uintptr_t address, bool writes, uintptr_t place);
    /// Before an atomic access, and with the result of a comparison.
    void (*atomic)(uintptr_t address, uint32_t size, uint32_t effect, uintptr_t place);
    void (*settled)(uintptr_t address, uint32_t size, uint32_t effect);
    /// Memory has been allocated.
    void (*made)(uintptr_t address, size_t size);
    void (*reference)(uintptr_t object, size_t size, enum interleave_reference what, uintptr_t place);
    /// The upper end of the running task's stack.
    uintptr_t (*stack_top)(void);
};

/// The detector of a real run. One thread at a time calls it; the number of the thread comes first.
struct interleave_chaos {
    /// A thread makes its first call.
    void (*began)(uint32_t thread);
    /// How many microseconds the thread waits before its step at this place.
    uint32_t (*delay)(uint32_t thread, uintptr_t place);
    /// The thread accesses memory: `how` has bits of `interleave_access` and INTERLEAVE_IS_ATOMIC.
    void (*access)(uint32_t thread, uintptr_t address, uint32_t size, uint32_t how, uintptr_t place);
    /// The program calls something that concerns an object: a lock, a queue's item.
    void (*call)(uint32_t thread, uintptr_t object, uintptr_t place);
    void (*acquire)(uint32_t thread, uintptr_t object);
    void (*release)(uint32_t thread, uintptr_t object);
    /// Something will wait for a known time.
    void (*sleeps)(uint64_t nanoseconds);
    /// Memory has been allocated: earlier accesses at its address were to another object.
    void (*made)(uintptr_t address, size_t size);
};
enum { INTERLEAVE_IS_ATOMIC = 8 };
/// From now on the process's threads tell the detector what they do. A recording must be running.
void interleave_begin_chaos(const struct interleave_chaos *chaos);
/// From now on no thread tells anything. (The detector is then the caller's alone.)
void interleave_end_chaos(void);
/// The calling thread does not belong to the program.
void interleave_chaos_excludes_thread(void);
/// Whether no item and no thread of the program is left, and none is delayed.
bool interleave_chaos_is_quiet(void);
/// Whether the runtime of Swift's tasks tells what orders them.
bool interleave_runtime_tells_orders(void);

/// The path of the file from which the code at an address was loaded; null if there is none.
const char *interleave_file_of(uintptr_t address);

/// From now on the calls of controlled tasks go to `control`, and the calling thread carries all
/// fibers; null ends this.
void interleave_set_control(const struct interleave_control *control);

/// Fibers made from now on are threads that wake each other, one running at a time: the same, only
/// slower, for comparison. Call before control is set.
void interleave_use_threads(bool instead);

/// From now on small allocations lie elsewhere in each execution: shows that nothing depends on
/// addresses.
void interleave_scatter_memory(bool scatter);

/// From now on, allocations and frees are told with their places (interleave_reference). Slow.
void interleave_log_memory(bool log);

/// From now on it is noticed if the program's code runs on a thread that is not controlled, because
/// a library started it. For a process that only explores; called by the thread that carries the
/// fibers.
void interleave_watch_foreign_threads(void);
/// The place of the program where this was seen since the last question; 0: none.
uintptr_t interleave_take_foreign_access(void);

/// A task's stack and identity. Made with the size of its stack in bytes; null if no thread can be
/// made.
struct interleave_fiber;
struct interleave_fiber *interleave_fiber_make(size_t stack_size);
/// The next switch to the fiber calls `function(argument)`, which must never return.
///
/// The fiber's task has its own sequence of random numbers. The start of a sequence depends on the
/// seed, on the parent's sequence and on how many children the parent had before: on nothing that
/// differs between two executions whose steps commute.
/// - Parameter parent: the fiber of the task that made this one; null: the sequence begins with the
///   seed.
void interleave_fiber_prepare(
    struct interleave_fiber *fiber, struct interleave_fiber *parent, void (*function)(void *), void *argument);
/// Continues as another fiber; null is the thread that carries them all. `from` is the caller's
/// fiber.
void interleave_fiber_switch(struct interleave_fiber *from, struct interleave_fiber *to);
/// An execution begins: `random()` and the like give their first numbers again, and tasks draw the
/// numbers of this seed.
void interleave_begin_random_numbers(uint64_t seed);
/// Whether the program has drawn random numbers of the system, in any execution.
bool interleave_has_drawn_random_numbers(void);
/// The name of the C library's random generator whose state is at an address; null: none.
const char *interleave_generator_at(uintptr_t address);
/// The value that `pthread_self()` has in the fiber, and the bounds of its stack.
uintptr_t interleave_fiber_thread(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_bottom(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_top(const struct interleave_fiber *fiber);
/// Ends a fiber's thread and waits until it has ended. Whatever the fiber held is lost; it must not
/// be running.
void interleave_fiber_discard(struct interleave_fiber *fiber);
/// Runs work of the program, and returns its result: its calls are controlled meanwhile.
void *interleave_run(void *(*function)(void *), void *context);
/// Calls the destructors of the calling task's thread-specific data, as the end of a thread would.
void interleave_end_thread(void);
/// From now on plain accesses to the running task's own stack are reported only from places with
/// one of these marks.
void interleave_tell_of_own_stack(uint64_t marks);
/// One of 64 numbers for a place.
static inline uint32_t interleave_mark(uintptr_t place) { return (uint32_t)(place * 0x9E3779B97F4A7C15u >> 58); }
/// The end of the stack of the running task's own code, below which its callees lie.
uintptr_t interleave_stack_here(void);
/// The call stack of the running task, the innermost call first: functions compiled with
/// `-sanitize=thread`.
uint32_t interleave_calls(uintptr_t *places, uint32_t limit);
/// The frame pointer of the function of the program that has called from this place; 0 if the present call came from elsewhere.
uintptr_t interleave_caller_frame(uintptr_t place);
/// Whether a task of the explorer calls this.
bool interleave_is_explored(void);
/// The identity of the calling thread, for the following function.
uintptr_t interleave_thread_identity(void);
/// The next Swift task that a task of the explorer creates inherits task-local values and priority from the Swift task of that thread,
/// which must be the one that explores.
void interleave_inherit_from(uintptr_t identity);
/// From now on the output of tasks is kept, and each print is a step; call before the first
/// execution.
void interleave_observe_output(void);
bool interleave_observes_output(void);
/// The object that all prints and the end of the program access.
uintptr_t interleave_standard_output(void);
/// Whether output also goes to the process's standard output.
void interleave_pass_output_on(bool pass);
/// The output of the present execution so far; valid until the next one.
const char *interleave_output(size_t *size);
/// The process has ended by `exit` with this code, which becomes the last line of the output.
void interleave_note_exit(int code);
/// While output is held, what tasks print does not reach the process's streams. For a process with other threads, whose output does.
void interleave_hold_output(bool held);
/// From now on held output is kept (the first 65,536 bytes), or is lost.
void interleave_keep_output(bool wanted);
/// The kept output.
const char *interleave_kept_output(size_t *size);
/// Puts a mark into the held output or, if none is held, on standard error.
void interleave_put_mark(const char *bytes, size_t size);
/// Clears the output, and rewinds standard input.
void interleave_renew_streams(void);
// Empties the buffer of the standard output.
void interleave_flush_output(void);
/// Calls the program's own `main`, and the function, compiled with it, that says what to explore.
void interleave_run_main(void);
void interleave_call_entries(void);
/// The program's `main` has returned, and with it the process ends. Returns only if the calling
/// task ends right afterwards.
void interleave_end_program(bool returns);
/// From now on an error that the program's `main` throws is reported, and ends the program.
void interleave_note_uncaught_error(void (*note)(void *error));
/// From now on a task that calls `exit` ends alone: the others also run until they end.
void interleave_wait_for_all(void);
/// The running task begins again.
void interleave_forget_calls(void);
/// From now on a signal asks for an end; and whether it has come.
void interleave_stop_at(int signal);
bool interleave_was_stopped(void);
/// From now on a task that runs for this many seconds without a change of `*steps` is stopped as if
/// it had trapped, with SIGVTALRM.
void interleave_watch(const long *steps, int seconds);
/// The same, for the calling thread and its processor time: no other thread gets the signal.
void interleave_watch_thread(const long *steps, int seconds);
void interleave_watch_no_more(void);
/// 2: the main queue, 3: one of libdispatch's global queues, 0: another.
uint32_t interleave_queue_kind(uintptr_t queue);
uintptr_t interleave_main_queue(void);
uintptr_t interleave_default_queue(void);
const char *interleave_queue_label(uintptr_t queue);
/// Whether a Swift task is cancelled at present.
bool interleave_task_is_cancelled(uintptr_t task);
/// The name of an object's class; returns the length, at most `room`.
size_t interleave_class_name(uintptr_t object, char *text, size_t room);
/// Calls a program's block as a task does, and releases one that was kept.
void *interleave_run_block(void *block);
void interleave_release_block(uintptr_t block);
/// For an operation: its name or class, and whether it is ready to run (according to Foundation).
/// For an operation queue: its name, and how many operations it runs at the same time; 0: any
/// number, -1: none.
size_t interleave_operation_name(uintptr_t operation, char *text, size_t room);
bool interleave_operation_is_plain(uintptr_t operation);
size_t interleave_operation_queue_name(uintptr_t queue, char *text, size_t room);
int64_t interleave_operation_queue_width(uintptr_t queue);
/// The queue's maxConcurrentOperationCount, whether it is suspended or not; below 0: no limit of
/// its own.
int64_t interleave_operation_queue_limit(uintptr_t queue);
/// The raw value of an operation's queuePriority.
int64_t interleave_operation_priority(uintptr_t operation);
/// The entry of the program's code that an operation runs.
uintptr_t interleave_operation_code(uintptr_t operation);
uintptr_t interleave_main_operation_queue(void);
/// Restores the initial state of the main operation queue, and forgets which locks belong to the
/// others.
void interleave_renew_operation_queues(void);
/// Closes the pipes that an execution has left open.
void interleave_renew_pipes(void);
/// Whether memory that the program frees is kept from now on until the execution is over, so that a
/// use of it is seen. (What `deallocate()` frees always is.)
void interleave_keep_freed_memory(bool keeps);
/// Whether the program has freed the memory at an address in the present execution.
bool interleave_is_freed(uintptr_t address);
/// Frees the memory that the program has freed in an execution that is over.
void interleave_free_kept(void);
/// Whether a reported call of the program accessed a library's object at this address.
bool interleave_is_library_object(uintptr_t address);
/// Every file of code in the process, the program first.
void interleave_each_module(void (*tell)(const char *path, uintptr_t first, uintptr_t size, void *context), void *context);
/// Every variable of the program's own files that their symbol tables name.
void interleave_each_variable(void (*tell)(const char *name, uintptr_t address, uintptr_t size, void *context), void *context);
/// Every section of the program's own files. The bytes are there during the call only; `base` is added to the file's addresses.
void interleave_each_section(
    void (*tell)(const char *name, const void *bytes, uintptr_t size, uintptr_t base, void *context), void *context);
/// A symbol as Swift writes it; returns the length, 0 if it is no symbol of Swift or has no room.
size_t interleave_demangle(const char *symbol, char *text, size_t room);
/// Copies the bytes at an address; false if they cannot be read.
bool interleave_read(uintptr_t address, void *into, size_t size);
/// Copies the bytes at an address from the end down, as far as they can be read; returns their
/// number. `size` is less than eight pages.
size_t interleave_read_down(uintptr_t address, void *into, size_t size);
/// From now on no task can close this descriptor: it leads to the supervising process.
void interleave_keep_descriptor(int descriptor);
/// Whether an address lies in the program's own variables.
bool interleave_is_data_of_program(uintptr_t address);
bool interleave_is_code_of_program(uintptr_t address);
/// Whether this is the only reference to an object of the program.
bool interleave_is_last_reference(uintptr_t object);

#ifdef __cplusplus
}
#endif
