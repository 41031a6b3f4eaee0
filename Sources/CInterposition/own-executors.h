// Executors of the program's own: own-executors.c.
#pragma once

#include "concurrency.h"

// The executor of the program's own on which this thread runs a task; null: none.
IL_HIDDEN void *il_own_executor(void);

// A job begins to run where the running code is: on an executor of the program's own or, null, on that on which the code is. And it has run.
struct before {
    void *own;
    int64_t standing;
};
IL_HIDDEN struct before il_begin_on_own_executor(void *job, void *identity);
IL_HIDDEN void il_end_on_own_executor(struct before before);
