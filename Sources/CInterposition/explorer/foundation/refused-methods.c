// Methods that begin work on a thread of their library's own: reads in the background, XCTest's
// expectations and its loop. The explorer does not control such a thread, so what the method
// delivers would come at any time or never. Each method is refused when the program calls it,
// however the call gets there: through a table of methods, or from inside the library. So is
// `withTaskExecutorPreference`: the explorer would run what follows on the pool.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/preparation.h"
#include "explorer/test-main-queue.h"
#include "program/patches.h"
#include "program/runtime-functions.h"

#include <dlfcn.h>

// A method with these parameters; `original` is set when it is patched.
#define REFUSED(function, name, type, parameters, arguments)                                 \
    SWIFT static type(*original_##function) parameters;                                     \
    SWIFT static type function parameters                                                   \
    {                                                                                        \
        if (il_controlled()) il_refuse(name, il_program_caller(__builtin_frame_address(0))); \
        return original_##function arguments;                                                \
    }

REFUSED(read_in_background, "FileHandle.readInBackgroundAndNotify", void, (void *modes, SELF), (modes, self))
REFUSED(read_to_end, "FileHandle.readToEndOfFileInBackgroundAndNotify", void, (void *modes, SELF), (modes, self))
REFUSED(accept_connection, "FileHandle.acceptConnectionInBackgroundAndNotify", void, (void *modes, SELF), (modes, self))
REFUSED(wait_for_data, "FileHandle.waitForDataInBackgroundAndNotify", void, (void *modes, SELF), (modes, self))

// (The tests of a package bring expectations that the explorer models.)
SWIFT static void *(*original_make_expectation)(
    uint64_t text, void *storage, const char *file, size_t length, uint8_t flags, int64_t line, SELF);
SWIFT static void *make_expectation(uint64_t text, void *storage, const char *file, size_t length, uint8_t flags, int64_t line, SELF)
{
    if (il_controlled() && !il_models_expectations) il_refuse("XCTestExpectation", il_program_caller(__builtin_frame_address(0)));
    return original_make_expectation(text, storage, file, length, flags, line, self);
}

REFUSED(prefer_executor, "withTaskExecutorPreference", void *, (void *identity, uintptr_t implementation), (identity, implementation))
REFUSED(run_test, "XCTestCase.run", void, (SELF), (self))

#define BACKGROUND "8forModesySayAA7RunLoopC4ModeVGSg_tF"
static const struct {
    const char *library;
    struct il_patch patch;
} refused[] = {
    {"libFoundation.", {"$s10Foundation10FileHandleC25readInBackgroundAndNotify" BACKGROUND, read_in_background, (void **)&original_read_in_background}},
    {"libFoundation.", {"$s10Foundation10FileHandleC011readToEndOfB21InBackgroundAndNotify" BACKGROUND, read_to_end, (void **)&original_read_to_end}},
    {"libFoundation.", {"$s10Foundation10FileHandleC37acceptConnectionInBackgroundAndNotify" BACKGROUND, accept_connection, (void **)&original_accept_connection}},
    {"libFoundation.", {"$s10Foundation10FileHandleC32waitForDataInBackgroundAndNotify" BACKGROUND, wait_for_data, (void **)&original_wait_for_data}},
    {"libXCTest.", {"$s6XCTest0A11ExpectationC11description4file4lineACSS_s12StaticStringVSitcfc", make_expectation, (void **)&original_make_expectation}},
    {IL_RUNTIME, {"swift_task_pushTaskExecutorPreference", prefer_executor, (void **)&original_prefer_executor}},
    {"libXCTest.", {"$s6XCTestAAC3runyyF", run_test, (void **)&original_run_test}},
};

void il_refuse_methods(void)
{
    static bool is_done;
    if (is_done) return;
    is_done = true;
    // (One that cannot be changed in this toolchain is met later, by the call that it makes.)
    for (size_t which = 0; which < sizeof refused / sizeof refused[0]; which++) {
        if (dlsym(RTLD_DEFAULT, refused[which].patch.name)) il_patch_functions(refused[which].library, &refused[which].patch, 1);
    }
}
