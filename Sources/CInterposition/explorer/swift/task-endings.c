// The end of a Swift task that is on an actor. The Swift task hops nowhere: it just returns, and
// the runtime then gives the actor to the next one. If the thread were preempted between the two,
// it would write its item's end after another thread had begun the actor's next item. So the end is
// written earlier.
//
// Every asynchronous frame begins with the calling frame and the function to continue with there.
// The outermost frame of a Swift task has no caller: its function belongs to the runtime, and ends
// the Swift task. There are a few such functions, and we replace each.
#include "base/thread-state.h"
#include "explorer/swift/swift-tasks.h"
#include "program/modules.h"
#include "recorder/swift-tasks.h"

struct frame {
    struct frame *parent;
    resume_function resume;
};

enum { DEEPEST_CALL = 256 };
enum { ENDINGS = 8 };
static _Atomic(resume_function) endings[ENDINGS];

#define ENDING(number)                                                                                                  \
    ASYNC static void end_##number(CONTEXT, __attribute__((swift_context)) void *error)                                 \
    {                                                                                                                   \
        if (IL_UNLIKELY(il_controlled())) il_controlled_task_ends(error != NULL);                                                    \
        else il_leave_actor();                                                                                          \
        __attribute__((musttail)) return atomic_load_explicit(&endings[number], memory_order_relaxed)(context, error);  \
    }
ENDING(0)
ENDING(1)
ENDING(2)
ENDING(3)
ENDING(4)
ENDING(5)
ENDING(6)
ENDING(7)

static const resume_function our_endings[ENDINGS] = {end_0, end_1, end_2, end_3, end_4, end_5, end_6, end_7};

// Our replacement for one of the runtime's functions. Returns the function itself if it is a
// replacement already, if it is not the runtime's, or if there are too many.
static resume_function ending_for(resume_function ending)
{
    for (int index = 0; index < ENDINGS; index++) {
        if (ending == our_endings[index]) return ending;
    }
    for (int index = 0; index < ENDINGS; index++) {
        resume_function known = atomic_load_explicit(&endings[index], memory_order_relaxed);
        if (!known && il_module_of((uintptr_t)ending) != IL_CONCURRENCY) return ending;
        if (known == ending || (!known && (atomic_compare_exchange_strong(&endings[index], &known, ending) || known == ending))) {
            return our_endings[index];
        }
    }
    return ending;
}

// Deeper call chains are not followed to the end: the Swift task's last part on an actor then ends
// with its job.
void il_watch_ending(void *context)
{
    struct frame *frame = context;
    for (int depth = 0; frame && frame->parent; frame = frame->parent) {
        if (++depth > DEEPEST_CALL) return;
    }
    if (!frame) return;
    resume_function ours = ending_for(frame->resume);
    if (ours != frame->resume) frame->resume = ours;
}
