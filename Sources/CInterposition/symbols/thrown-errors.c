// Places where errors are thrown: Swift's code tells the runtime of each throw.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/swift/swift-tasks.h"

#define ERROR __attribute__((swift_context)) void *unused, __attribute__((swift_error_result)) void **error

static void told_of(uintptr_t error, const void *frame)
{
    if (il_controlled()) il_ask((struct interleave_call){.kind = INTERLEAVE_THROWN, .object = error, .caller = il_program_above(frame)});
}

SWIFT void swift_willThrow(ERROR);
IL_EXPORT SWIFT void swift_willThrow(ERROR)
{
    told_of((uintptr_t)*error, __builtin_frame_address(0));
    IL_REAL(swift_willThrow)(unused, error);
}

// An error of a known type: it has no box yet. The program calls this through a function that the
// compiler has put into it.
SWIFT void swift_willThrowTypedImpl(void *error, const void *type, const void *conformance);
IL_EXPORT SWIFT void swift_willThrowTypedImpl(void *error, const void *type, const void *conformance)
{
    told_of((uintptr_t)type, *(const void *const *)__builtin_frame_address(0));
    IL_REAL(swift_willThrowTypedImpl)(error, type, conformance);
}
