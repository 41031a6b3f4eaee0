// What the explorer asks of the layer beneath, and is asked by it: fibers to run tasks on, and the calls that those tasks make.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a controlled task asks for. The explorer answers in `result`.
struct interleave_call {
    uint32_t kind;
    uint32_t flags;
    /// Where the program made the call.
    uintptr_t caller;
    /// What the call is about: a lock, a condition, a thread; and a second such thing.
    uintptr_t object, other;
    /// A time in nanoseconds, the error of an attempt that fails, a signal's number.
    uint64_t value;
    /// Work that the call hands over.
    void *(*function)(void *);
    void *context;
    /// The work item that a block is, if it is one.
    uintptr_t work;
    /// The program's function that will run.
    uintptr_t closure;
    /// Swift's tasks: the one that calls, the job that is handed over, and the task group that it is made in.
    uintptr_t task, job, task_group;
    int64_t result;
};

enum interleave_call_kind {
    INTERLEAVE_THREAD_CREATE = 1, INTERLEAVE_THREAD_JOIN, INTERLEAVE_THREAD_EXIT, INTERLEAVE_SLEEP,
    INTERLEAVE_LOCK, INTERLEAVE_TRY_LOCK, INTERLEAVE_UNLOCK, INTERLEAVE_MUTEX_LOCK, INTERLEAVE_MUTEX_TRY, INTERLEAVE_MUTEX_UNLOCK,
    INTERLEAVE_READ_LOCK, INTERLEAVE_TRY_READ_LOCK, INTERLEAVE_WRITE_LOCK, INTERLEAVE_TRY_WRITE_LOCK, INTERLEAVE_READ_WRITE_UNLOCK,
    INTERLEAVE_CONDITION_WAIT, INTERLEAVE_CONDITION_SIGNAL, INTERLEAVE_CONDITION_BROADCAST,
    INTERLEAVE_ONCE, INTERLEAVE_ONCE_DONE,
    INTERLEAVE_QUEUE_MADE, INTERLEAVE_QUEUE_TARGET, INTERLEAVE_QUEUE_SUSPEND, INTERLEAVE_QUEUE_RESUME,
    INTERLEAVE_ASYNC, INTERLEAVE_AFTER, INTERLEAVE_SYNC, INTERLEAVE_SYNC_DONE, INTERLEAVE_ITERATE, INTERLEAVE_ITERATED,
    INTERLEAVE_IS_ON_QUEUE, INTERLEAVE_CURRENT_QUEUE, INTERLEAVE_IS_MAIN_THREAD,
    INTERLEAVE_GROUP_ENTER, INTERLEAVE_GROUP_LEAVE, INTERLEAVE_GROUP_WAIT, INTERLEAVE_GROUP_NOTIFY,
    INTERLEAVE_SEMAPHORE_MADE, INTERLEAVE_SEMAPHORE_WAIT, INTERLEAVE_SEMAPHORE_SIGNAL,
    INTERLEAVE_WORK_BEGINS, INTERLEAVE_WORK_PERFORMED, INTERLEAVE_WORK_ENDED, INTERLEAVE_WORK_CANCEL, INTERLEAVE_WORK_TEST, INTERLEAVE_WORK_WAIT, INTERLEAVE_WORK_NOTIFY, INTERLEAVE_WORK_LET_GO,
    INTERLEAVE_NOW, INTERLEAVE_FUTEX_LOCK, INTERLEAVE_FUTEX_TRY, INTERLEAVE_FUTEX_UNLOCK,
    INTERLEAVE_OPERATION_QUEUE_MADE, INTERLEAVE_OPERATION_MADE, INTERLEAVE_OPERATION_ADDED, INTERLEAVE_OPERATION_HANDED_OVER, INTERLEAVE_OPERATION_SECTION,
    INTERLEAVE_OPERATION_STARTED, INTERLEAVE_OPERATION_FINISHING, INTERLEAVE_OPERATION_TOUCHED, INTERLEAVE_OPERATION_WAIT,
    INTERLEAVE_OPERATION_QUEUE_WAIT, INTERLEAVE_OPERATION_QUEUE_CHANGED, INTERLEAVE_OPERATION_LOCK,
    INTERLEAVE_CHANGE, INTERLEAVE_LOOK, INTERLEAVE_FORGET, INTERLEAVE_DESTROY, INTERLEAVE_IGNORE, INTERLEAVE_FENCE, INTERLEAVE_TRAPPED, INTERLEAVE_THROWN, INTERLEAVE_NOT_MODELLED, INTERLEAVE_LET_GO, INTERLEAVE_WEAK_LOAD,
    INTERLEAVE_WEAK_RELEASE, INTERLEAVE_RELEASE,
    INTERLEAVE_PRINT, INTERLEAVE_READ_INPUT, INTERLEAVE_PROGRAM_ENDS, INTERLEAVE_SERVE_MAIN_QUEUE,
    INTERLEAVE_SOURCE_MADE, INTERLEAVE_SOURCE_HANDLER, INTERLEAVE_SOURCE_TIMER, INTERLEAVE_SOURCE_MERGE, INTERLEAVE_SOURCE_CANCEL,
    INTERLEAVE_SOURCE_DATA, INTERLEAVE_SOURCE_TEST,
    // Swift's tasks and actors, and what the runtime does for itself.
    INTERLEAVE_TASK_HOP, INTERLEAVE_TASK_ENDED, INTERLEAVE_TASK_WAIT, INTERLEAVE_TASK_GROUP_NEXT, INTERLEAVE_TASK_GROUP_ALL,
    INTERLEAVE_TASK_GROUP_MADE, INTERLEAVE_TASK_GROUP_LOOK,
    INTERLEAVE_TASK_CANCEL, INTERLEAVE_TASK_MARKED, INTERLEAVE_TASK_GROUP_CANCEL, INTERLEAVE_TASK_TEST, INTERLEAVE_CONTINUATION_MADE, INTERLEAVE_CONTINUATION_WAIT, INTERLEAVE_CONTINUATION_RESUME,
    INTERLEAVE_TASK_SLEEP, INTERLEAVE_TASK_YIELD, INTERLEAVE_CONTINUATION_WOKEN,
    INTERLEAVE_IS_ON_EXECUTOR, INTERLEAVE_STAND_ON, INTERLEAVE_STREAM_LOCK, INTERLEAVE_QUIET_LOCK, INTERLEAVE_QUIET_UNLOCK, INTERLEAVE_ACQUIRED, INTERLEAVE_RELEASED,
    // Barriers of threads, and the end of the process.
    INTERLEAVE_BARRIER_MADE, INTERLEAVE_BARRIER_WAIT, INTERLEAVE_EXIT,
    // Executors of the program's own: one runs a job, and has run it; a task is made that begins on one.
    INTERLEAVE_EXECUTOR_RUNS, INTERLEAVE_EXECUTOR_RAN, INTERLEAVE_TASK_MADE,
    // Pipes within the process.
    INTERLEAVE_PIPE_MADE, INTERLEAVE_PIPE_READ, INTERLEAVE_PIPE_WRITE, INTERLEAVE_PIPE_TOUCHED, INTERLEAVE_PIPE_LEVEL, INTERLEAVE_PIPE_ENDS,
};

/// Of a mutex: its kind. Of a queue, and of an item.
enum interleave_call_flags {
    INTERLEAVE_RECURSIVE = 1, INTERLEAVE_CHECKED = 2, INTERLEAVE_CONCURRENT = 4, INTERLEAVE_INACTIVE = 8, INTERLEAVE_BARRIER = 16,
    INTERLEAVE_JOB_OF_TASK = 32, INTERLEAVE_CHILD = 64,
    // Of a fence: what it orders. Of a read-write lock: it lets no reader in while a writer waits.
    INTERLEAVE_FENCE_ACQUIRES = 128, INTERLEAVE_FENCE_RELEASES = 256, INTERLEAVE_PREFERS_WRITERS = 512,
    // How urgent a Swift task is, from here on upwards.
    INTERLEAVE_URGENCY = 1 << 16,
};

/// What Foundation does while it holds an operation queue's lock.
enum interleave_operation_section {
    INTERLEAVE_SECTION_OTHER, INTERLEAVE_SECTION_SILENT, INTERLEAVE_SECTION_ADD, INTERLEAVE_SECTION_SCHEDULE, INTERLEAVE_SECTION_LEAVE,
    INTERLEAVE_SECTION_READ, INTERLEAVE_SECTION_BARRIER,
};

/// How an operation is touched.
enum interleave_operation_touch {
    INTERLEAVE_OPERATION_CANCELLED, INTERLEAVE_OPERATION_DEPENDS, INTERLEAVE_OPERATION_INDEPENDENT, INTERLEAVE_OPERATION_CHANGED,
    INTERLEAVE_OPERATION_READ, INTERLEAVE_OPERATION_READ_READY,
};

/// How memory is touched. A mark is the beginning of an `inout` access, whose reads and writes follow. Memory that is given back is written to.
enum interleave_access { INTERLEAVE_WRITES = 1, INTERLEAVE_MARKS = 2, INTERLEAVE_FREES = 4 };

/// How an atomic access touches its memory. One that compares stores only if it finds what it expects.
enum interleave_atomic {
    INTERLEAVE_LOADS = 1, INTERLEAVE_STORES = 2, INTERLEAVE_ACQUIRES = 4, INTERLEAVE_RELEASES = 8, INTERLEAVE_COMPARES = 16, INTERLEAVE_IS_WEAK = 32,
};

/// What becomes of a reference to an object: others are left, it is the last (told before and after the object's end), or it was found to be the only one; and where the program lets go of it.
enum interleave_reference { INTERLEAVE_LETS_GO, INTERLEAVE_DROPS, INTERLEAVE_DROPPED, INTERLEAVE_IS_ALONE };

/// Who decides for controlled tasks.
struct interleave_control {
    void (*call)(struct interleave_call *call);
    /// Before plain memory is read or written.
    void (*access)(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place);
    /// Before a variable is read or changed, in code that may not tell; and afterwards, if it did not.
    void (*began)(uintptr_t address, bool writes, uintptr_t place);
    void (*ended)(uintptr_t address, bool writes, uintptr_t place);
    /// Before atomic memory is, and what a comparison came to.
    void (*atomic)(uintptr_t address, uint32_t size, uint32_t effect, uintptr_t place);
    void (*settled)(uintptr_t address, uint32_t size, uint32_t effect);
    /// Memory has been allocated.
    void (*made)(uintptr_t address, size_t size);
    void (*reference)(uintptr_t object, size_t size, enum interleave_reference what, uintptr_t place);
    /// The upper end of the running task's stack.
    uintptr_t (*stack_top)(void);
};

/// The path of the file that the code at an address was loaded from; null where there is none.
const char *interleave_file_of(uintptr_t address);

/// Calls of controlled tasks go to `control` from now on, and the calling thread carries all fibers; null when there are none any more.
void interleave_set_control(const struct interleave_control *control);

/// Fibers made from now on are threads that wake each other, one running at a time: the same, only slower, to compare with. Before control is set.
void interleave_use_threads(bool instead);

/// From now on small pieces of memory lie elsewhere in each execution: to show that nothing depends on where they lie.
void interleave_scatter_memory(bool scatter);

/// From now on it is noticed when the program's code runs on a thread that is not controlled: a library has started it. For a process that does
/// nothing but explore, called by the thread that carries the fibers.
void interleave_watch_strays(void);
/// Where in the program that was seen since the last question; 0: nowhere.
uintptr_t interleave_take_stray(void);

/// A task's stack and identity. Made with the size of its stack in bytes; null when no thread can be made.
struct interleave_fiber;
struct interleave_fiber *interleave_fiber_make(size_t stack_size);
/// The next switch to the fiber calls `function(argument)`, which must never return.
void interleave_fiber_prepare(struct interleave_fiber *fiber, void (*function)(void *), void *argument);
/// Goes on as another fiber; null is the thread that carries them all. `from` is who we are.
void interleave_fiber_switch(struct interleave_fiber *from, struct interleave_fiber *to);
/// The fiber's task draws its random numbers from a row of its own. It begins with what its parent says and has told no child before; null: with the seed.
void interleave_fiber_seed(struct interleave_fiber *fiber, struct interleave_fiber *parent, uint64_t seed);
/// An execution begins: `random()` and its like give their first numbers again.
void interleave_begin_random_numbers(void);
/// Whether the program has drawn random numbers of the system since it began, in any execution.
bool interleave_has_drawn_random_numbers(void);
/// What keeps the state of one of the C library's generators at an address; null: nothing does.
const char *interleave_generator_at(uintptr_t address);
/// The value that `pthread_self()` has in the fiber, and the bounds of its stack.
uintptr_t interleave_fiber_thread(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_bottom(const struct interleave_fiber *fiber);
uintptr_t interleave_fiber_top(const struct interleave_fiber *fiber);
/// Ends a fiber's thread and waits until it has ended. What the fiber held is lost; it must not be running.
void interleave_fiber_discard(struct interleave_fiber *fiber);
/// Runs work of the program, and returns what it returns: its calls are controlled meanwhile.
void *interleave_run(void *(*function)(void *), void *context);
/// Calls the destructors of what the calling task keeps per thread, as the end of a thread would.
void interleave_end_thread(void);
/// From now on plain accesses to the running task's own stack are told only from places that have one of these marks.
void interleave_tell_of_own_stack(uint64_t marks);
/// One of 64 numbers for a place.
static inline uint32_t interleave_mark(uintptr_t place) { return (uint32_t)(place * 0x9E3779B97F4A7C15u >> 58); }
/// Where the stack of the running task's own code ends, beneath which lies what it has called.
uintptr_t interleave_stack_here(void);
/// Where the functions were called that the running task is in, the innermost first: those that were compiled with `-sanitize=thread`.
uint32_t interleave_calls(uintptr_t *places, uint32_t limit);
/// From now on what tasks print is kept, and each print is a step; before the first execution.
void interleave_observe_output(void);
bool interleave_observes_output(void);
/// What all prints touch, and the end of the program.
uintptr_t interleave_standard_output(void);
/// Whether it goes to the process's standard output, too.
void interleave_pass_output_on(bool pass);
/// What the present execution has printed so far; it is there until the next one.
const char *interleave_output(size_t *size);
/// The process has ended by `exit` with this code, which becomes the last line of what was printed.
void interleave_note_exit(int code);
/// Nothing is printed yet, and standard input begins anew.
void interleave_renew_streams(void);
/// Calls what the program's own `main` does, and the function that was compiled with it to say what is to be explored.
void interleave_run_main(void);
void interleave_call_entries(void);
/// The program's `main` has returned, and with it the process ends. Returns only where the calling task comes to its end by itself.
void interleave_end_program(bool returns);
/// From now on an error that comes out of the program's `main` is told, and ends the program.
void interleave_note_uncaught_error(void (*note)(void *error));
/// From now on a task that calls `exit` ends alone: the others come to their ends, too.
void interleave_wait_for_all(void);
/// The running task begins anew.
void interleave_forget_calls(void);
/// From now on a signal asks for an end, and whether it has come.
void interleave_stop_at(int signal);
bool interleave_was_stopped(void);
/// From now on a task that works for so many seconds without changing `*steps` is stopped as if it had trapped, with SIGVTALRM.
void interleave_watch(const long *steps, int seconds);
/// 2: the main queue, 3: one of libdispatch's global queues, 0: another.
uint32_t interleave_queue_kind(uintptr_t queue);
uintptr_t interleave_main_queue(void);
uintptr_t interleave_default_queue(void);
const char *interleave_queue_label(uintptr_t queue);
/// Whether a Swift task is cancelled just now.
bool interleave_task_is_cancelled(uintptr_t task);
/// What the class of an object is called; returns the length, at most `room`.
size_t interleave_class_name(uintptr_t object, char *text, size_t room);
/// Calls a program's block as a task does, and gives one back that was kept.
void *interleave_run_block(void *block);
void interleave_release_block(uintptr_t block);
/// Of an operation: its name or class, and whether it is ready to run (by Foundation's own account). Of an operation queue: its name, and how many
/// operations it runs at once; 0: as many as there are, -1: none.
size_t interleave_operation_name(uintptr_t operation, char *text, size_t room);
bool interleave_operation_is_plain(uintptr_t operation);
size_t interleave_operation_queue_name(uintptr_t queue, char *text, size_t room);
int64_t interleave_operation_queue_width(uintptr_t queue);
uintptr_t interleave_main_operation_queue(void);
/// Puts the main operation queue back as it was when nothing lay in it, and forgets which locks belong to the others.
void interleave_renew_operation_queues(void);
/// Closes the pipes that an execution has left open.
void interleave_renew_pipes(void);
/// Frees what the program has given back in an execution that is over.
void interleave_free_kept(void);
/// Whether a call of the program that was told reached an object there, which a library keeps.
bool interleave_is_library_object(uintptr_t address);
/// Every file of code in the process, the program first.
void interleave_each_module(void (*tell)(const char *path, uintptr_t first, uintptr_t size, void *context), void *context);
/// Every variable of the program's own files that their symbol tables name.
void interleave_each_variable(void (*tell)(const char *name, uintptr_t address, uintptr_t size, void *context), void *context);
/// Copies what stands at an address; false where nothing can be read.
bool interleave_read(uintptr_t address, void *into, size_t size);
/// Copies what stands there from the end down, as far as it can be read; returns how many bytes that are. `size` is less than eight pages.
size_t interleave_read_down(uintptr_t address, void *into, size_t size);
/// From now on no task can close this descriptor: it leads to whoever supervises the exploration.
void interleave_keep_descriptor(int descriptor);
/// Whether an address lies in the program's own variables.
bool interleave_is_data_of_program(uintptr_t address);
bool interleave_is_code_of_program(uintptr_t address);
/// Whether nobody else has a reference to an object of the program.
bool interleave_is_last_reference(uintptr_t object);

#ifdef __cplusplus
}
#endif
