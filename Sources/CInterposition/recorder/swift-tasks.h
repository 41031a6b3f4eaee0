// Shared by the files about Swift tasks: which task runs, and the end of an item on an actor.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

typedef ASYNC void (*resume_function)(CONTEXT, __attribute__((swift_context)) void *error);

// recorder/swift-tasks.c
IL_HIDDEN uint64_t il_task_of_job(void *job);
IL_HIDDEN uint64_t il_current_task(void);
IL_HIDDEN void il_task_was_made(uint64_t task);

// recorder/known-tasks.c: what the record of a task's creation says, and that record again if the ring has lost it.
struct il_made_task {
    uint64_t parent, caller, closure, within;
    uint16_t detail;
};
IL_HIDDEN void il_know_task(uint64_t task, struct il_made_task made);
IL_HIDDEN void il_recall_task(uint64_t task);

// recorder/awaits.c: the current Swift task is about to wait. Details of IL_TASK_AWAITS.
enum il_await { IL_AWAIT_TASK, IL_AWAIT_CHILD, IL_AWAIT_CHILDREN, IL_AWAIT_CONTINUATION, IL_AWAIT_ASYNC_LET };
IL_HIDDEN void il_note_await(enum il_await what, void *context, resume_function resume, void *awaited);

// The first stretch of an async `main`, which the compiler's own `main` runs: NULL if the job is not that.
struct il_item;
IL_HIDDEN struct il_item *il_begin_main_job(void *job, void *executor);
IL_HIDDEN void il_end_main_job(struct il_item *item);

// recorder/actors.c
IL_HIDDEN void il_leave_actor(void);
IL_HIDDEN void il_watch_actors(void);

// recorder/suspended-tasks.c
IL_HIDDEN void il_watch_suspended_tasks(void);
// The current Swift task begins to wait for a continuation.
IL_HIDDEN void il_task_waits(void *continuation);
// At the end of a recording: a record for each Swift task that still waits.
IL_HIDDEN void il_note_suspended_tasks(void);
