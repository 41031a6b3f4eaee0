// A record at each `await` that can suspend a Swift task: it says what the task is about to wait for.
//
// The call that suspends a task is often made by the runtime: `Task.value`, `Task.sleep` and the
// `next()` of a stream are functions of its library. Every asynchronous frame begins with the calling
// frame and the function to continue with there. So we go up to the first frame of the program. The
// record has both: the program's function, and the last one of a library below it. Its name, which
// only the reader knows, says whether a wait for a continuation is a sleep.
#include "program/modules.h"
#include "recorder/ring.h"
#include "recorder/swift-tasks.h"

struct frame {
    struct frame *parent;
    resume_function resume;
};

enum { DEEPEST_CALL = 64 };

void il_note_await(enum il_await what, void *context, resume_function resume, void *awaited)
{
    if (!il_recording() || il_choice.left_out & IL_CHOICE_TASKS) return;
    uint64_t task = il_current_task();
    if (!task) return;
    const struct frame *frame = context;
    uintptr_t code = (uintptr_t)resume, library = 0;
    for (int depth = 0; il_module_of(code) != IL_PROGRAM; depth++) {
        if (!frame || depth == DEEPEST_CALL) {
            code = 0;
            break;
        }
        library = code;
        code = (uintptr_t)frame->resume;
        frame = frame->parent;
    }
    uint64_t other = awaited ? il_task_of_job(awaited) : 0;
    // The compiler copies some functions of the library into the program, where they have no lines. So the caller is recorded, too,
    // as the return address of a call is: a byte past its beginning.
    uintptr_t caller = code && frame && il_module_of((uintptr_t)frame->resume) == IL_PROGRAM ? (uintptr_t)frame->resume + 1 : 0;
    il_write_place(IL_TASK_AWAITS, what, task, other, caller, code, code ? library : 0);
}
