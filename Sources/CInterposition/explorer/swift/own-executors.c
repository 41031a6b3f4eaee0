// Custom executors, while tasks are explored.
//
// An actor with a custom executor (`unownedExecutor`) is not a queue of the explorer: the program's
// code decides which job runs when. If a Swift task comes to the actor, the runtime passes it to
// the program's `enqueue(_:)`. It continues where the program calls `runSynchronously(on:)`: in the
// explorer's task that runs that code. So a Swift task there must really leave that code when it
// waits or hops elsewhere, as in a real run. Its continuation is a job of its own. The same holds
// for a Swift task that begins immediately (`Task.immediate`), on its creator's thread.
#define _GNU_SOURCE
#include "explorer/swift/own-executors.h"

#include "explorer/bridge.h"
#include "recorder/swift-tasks.h"

SWIFT void swift_job_run(void *job, void *identity, uintptr_t implementation);
SWIFT void swift_job_run_on_task_executor(void *job, void *identity, uintptr_t implementation);
SWIFT void swift_job_run_on_serial_and_task_executor(
    void *job, void *identity, uintptr_t implementation, void *task_identity, uintptr_t task_implementation);
SWIFT void *swift_task_getCurrent(void);

// The executor whose job this thread runs.
static __thread void *own __attribute__((tls_model("initial-exec")));

void *il_own_executor(void) { return own; }

struct before il_begin_on_own_executor(void *job, void *identity)
{
    static char at_once;
    struct before before = {own, 0};
    own = identity ? identity : &at_once;
    before.standing = il_ask((struct interleave_call){.kind = INTERLEAVE_EXECUTOR_RUNS, .job = (uintptr_t)job, .object = (uintptr_t)identity});
    return before;
}

void il_end_on_own_executor(struct before before)
{
    own = before.own;
    il_ask((struct interleave_call){.kind = INTERLEAVE_EXECUTOR_RAN, .value = (uint64_t)before.standing});
}

SWIFT IL_EXPORT void swift_job_run(void *job, void *identity, uintptr_t implementation)
{
    if (!il_controlled() || !il_called_by_program(__builtin_return_address(0))) {
        struct il_item *first = il_begin_main_job(job, identity);
        IL_REAL(swift_job_run)(job, identity, implementation);
        il_end_main_job(first);
        return;
    }
    struct before before = il_begin_on_own_executor(job, identity);
    IL_REAL(swift_job_run)(job, identity, implementation);
    il_end_on_own_executor(before);
}

#define OF_TASKS "a custom task executor (executorPreference)"

SWIFT IL_EXPORT void swift_job_run_on_task_executor(void *job, void *identity, uintptr_t implementation)
{
    if (il_controlled() && il_called_by_program(__builtin_return_address(0))) il_refuse(OF_TASKS, (uintptr_t)__builtin_return_address(0));
    IL_REAL(swift_job_run_on_task_executor)(job, identity, implementation);
}

SWIFT IL_EXPORT void swift_job_run_on_serial_and_task_executor(
    void *job, void *identity, uintptr_t implementation, void *task_identity, uintptr_t task_implementation)
{
    if (il_controlled() && il_called_by_program(__builtin_return_address(0))) il_refuse(OF_TASKS, (uintptr_t)__builtin_return_address(0));
    IL_REAL(swift_job_run_on_serial_and_task_executor)(job, identity, implementation, task_identity, task_implementation);
}
