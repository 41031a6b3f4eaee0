// The first Swift task of an explored function, as a child of the exploring thread's Swift task would be.
//
// A test framework keeps the running test in a task-local variable. The tasks of an explored function have identities of their own, so
// they would inherit nothing. The runtime copies values from the current Swift task of the thread while it creates another one. So that one
// is created with the identity of the exploring thread, on a stack of its own; it is submitted as all others are.
#include "explorer/swift/task-values.h"

#include "explorer/bridge.h"
#include "explorer/fibers/fiber.h"
#include "recorder/record-kinds.h"

enum { STACK_SIZE = 1 << 16 };

SWIFT struct il_task_and_context swift_task_create(size_t flags, struct il_task_option *options, const void *type, const void *entry, void *closure);

static struct {
    struct il_task_creation *creation;
    struct il_task_and_context made;
    void *queue, *job;
    void *back, *here;
    uintptr_t own;
    _Alignas(16) char stack[STACK_SIZE];
} work;

// The exploring thread, while the next Swift task inherits from its Swift task; else 0.
static uintptr_t ancestor;

bool interleave_is_explored(void) { return il_self.controlled; }
uintptr_t interleave_thread_identity(void) { return il_thread_base(); }
void interleave_inherit_from(uintptr_t identity) { ancestor = identity; }
bool il_inherits(void) { return ancestor != 0; }

// Whether this thread creates it now: the runtime submits it, and it must not run for real.
static __thread bool is_creating __attribute__((tls_model("initial-exec")));

bool il_keeps_job(void *queue, void *job)
{
    if (!is_creating) return false;
    work.queue = queue;
    work.job = job;
    return true;
}

static void create(void *unused)
{
    (void)unused;
    struct il_task_creation *wanted = work.creation;
    is_creating = true;
    work.made = IL_REAL(swift_task_create)(wanted->flags, wanted->options, wanted->type, wanted->entry, wanted->closure);
    is_creating = false;
    il_fiber_switch(&work.here, work.back, work.own);
}

struct il_task_and_context il_create_inheriting(struct il_task_creation creation)
{
    uintptr_t identity = ancestor;
    ancestor = 0;
    work.creation = &creation;
    work.job = NULL;
    work.own = il_thread_base();
    il_fiber_switch(&work.back, il_fiber_prepare(work.stack + STACK_SIZE, create, NULL), identity);
    struct il_task_and_context made = work.made;
    if (work.job) il_control_job(work.queue, work.job, 0, IL_HOW_ASYNC);
    return made;
}
