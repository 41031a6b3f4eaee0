// The end of a task that is on an actor: it hops nowhere, it just returns, and the runtime then gives the actor to the next. A thread that is put aside
// between the two would write its item's end when another thread has long begun the next item of that actor. So the end is written before.
//
// Every asynchronous frame begins with the frame that called it and the function to go on with there. The outermost frame of a task was called by
// nobody: its function is the runtime's, and ends the task. There are a few of them, and we have one for each.
#include "concurrency.h"

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

// Our function for one of the runtime's; that itself where it is ours already, none of the runtime's, or one too many.
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

// A call deeper than that is not followed to its end: its task's last stretch on an actor then ends with the job.
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
