// Shared by the files about Swift tasks: the runtime's calling conventions, and the end of an item
// on an actor.
#pragma once

#include "recorder/record.h"

#define SWIFT __attribute__((swiftcall))
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context)) void *context

typedef ASYNC void (*resume_function)(CONTEXT, __attribute__((swift_context)) void *error);

// recorder/swift-tasks.c
IL_HIDDEN uint64_t il_task_of_job(void *job);
IL_HIDDEN uint64_t il_current_task(void);

// recorder/actors.c
IL_HIDDEN void il_leave_actor(void);
IL_HIDDEN void il_watch_actors(void);

// task-endings.c
IL_HIDDEN void il_watch_ending(void *context);
