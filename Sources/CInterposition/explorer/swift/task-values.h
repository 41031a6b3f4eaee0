// A Swift task that inherits from the Swift task that explores: task-values.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "explorer/swift/swift-tasks.h"

// The arguments of `swift_task_create`.
struct il_task_creation {
    size_t flags;
    struct il_task_option *options;
    const void *type, *entry;
    void *closure;
};

// Whether the next Swift task inherits from the Swift task of the exploring thread.
IL_HIDDEN bool il_inherits(void);
// Creates that one.
IL_HIDDEN struct il_task_and_context il_create_inheriting(struct il_task_creation creation);
// Whether this thread is about to submit that one. Then it is kept until the explorer's task submits it.
IL_HIDDEN bool il_keeps_job(void *queue, void *job);
