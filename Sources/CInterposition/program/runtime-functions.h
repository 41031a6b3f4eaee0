// Private functions of the Swift runtime: runtime-functions.c.
#pragma once

#include <stdbool.h>

#include "program/private-functions.h"

#define IL_RUNTIME "libswift_Concurrency."

#define IL_STREAM_LOCK "_swift_async_stream_lock_lock"
#define IL_STREAM_UNLOCK "_swift_async_stream_lock_unlock"
#define IL_SLEEP_UNTIL "swift_dispatchEnqueueWithDeadline"
#define IL_GROUP_CANCEL "_ZN5swift23_swift_taskGroup_cancelEPNS_9TaskGroupE"
#define IL_GROUP_MARK "_ZN5swift9TaskGroup12statusCancelEv"
#define IL_CANCEL_RECORDS                                                                                                   \
    "_ZN7__swift9__runtime4llvm12function_refIFvN5swift16ActiveTaskStatusEEE11callback_fnIZL21swift_task_cancelImplPNS3_9"  \
    "AsyncTaskEE3$_0EEvlS4_"

// Finds one of these functions in the runtime's code in memory. (In a function that was already
// changed in place, nothing is found.)
IL_HIDDEN bool il_function_by_code(const char *name, struct il_code *code);

// The function of a loaded library with this name: from the symbol tables of its file, or else by
// its code.
IL_HIDDEN bool il_runtime_function(const char *library, const char *name, struct il_code *code);
