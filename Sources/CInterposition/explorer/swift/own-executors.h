// Custom executors: own-executors.c.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

// The custom executor on which this thread runs a Swift task; null: none.
IL_HIDDEN void *il_own_executor(void);

// A job begins to run where the running code is: on a custom executor or, null, on the code's
// present one. And it has run.
struct before {
    void *own;
    int64_t standing;
};
IL_HIDDEN struct before il_begin_on_own_executor(void *job, void *identity);
IL_HIDDEN void il_end_on_own_executor(struct before before);

// rare-task-calls.c: refuses a job of an actor itself, which the runtime submits for an `isolated deinit`.
IL_HIDDEN void il_refuse_actor_job(uintptr_t caller);
