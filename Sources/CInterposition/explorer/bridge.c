// The connection between the explorer and its fibers: see fiber.c for how one thread continues as
// another.
#define _GNU_SOURCE
#include "explorer/bridge.h"

#include "explorer/fibers/fiber.h"
#include "explorer/foundation/guarded-classes.h"
#include "explorer/foundation/library-objects.h"
#include "explorer/preparation.h"
#include "explorer/swift/swift-tasks.h"
#include "explorer/trap-handler.h"
#include "recorder/swift-tasks.h"
#include "symbols/operations.h"
#include "symbols/work-items.h"

#include <execinfo.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

struct interleave_fiber {
    struct il_context context;
    struct il_donor *donor;
};

const struct interleave_control *il_control;
// The thread that carries all fibers, while a fiber runs.
static struct il_context carrier;
static bool on_threads;

void interleave_use_threads(bool instead) { on_threads = instead; }

void interleave_set_control(const struct interleave_control *control)
{
    static bool is_prepared;  // modules loaded later are found when they call
    if (control && !is_prepared) {
        il_scan_modules();
        il_watch_accesses();
        il_redirect_calls();
        il_watch_pointer_members();
        il_learn_private_blocks();
        il_watch_performed_items();
        // The program's own calls lead to the recorder's functions. So those are outside, and call
        // the explorer's.
        il_watch_actors();
        il_control_concurrency();
        il_find_guarded_classes();
        il_watch_cancelled_threads();
        il_refuse_methods();
        il_watch_library_objects();
        il_patch_operations();
        interleave_renew_operation_queues();
        is_prepared = true;
    }
    carrier.base = il_thread_base();
    il_control = control;
    il_catch_traps(control != NULL);
}

struct interleave_fiber *interleave_fiber_make(size_t stack_size)
{
    struct interleave_fiber *fiber = calloc(1, sizeof *fiber);
    if (!fiber || !(fiber->donor = il_donor_make(stack_size, on_threads))) {
        free(fiber);
        return NULL;
    }
    fiber->context.base = fiber->donor->base;
    return fiber;
}

void interleave_fiber_prepare(
    struct interleave_fiber *fiber, struct interleave_fiber *parent, void (*function)(void *), void *argument)
{
    struct il_row *row = &fiber->donor->self->row, *before = parent ? &parent->donor->self->row : NULL;
    il_donor_renew(fiber->donor);
    row->parent = before;
    row->birth = before ? ++before->births : 0;
    row->births = 0;
    row->is_begun = false;
    if (fiber->donor->turn) il_turn_prepare(fiber->donor->turn, function, argument);
    else fiber->context.stack = il_fiber_prepare(fiber->donor->top, function, argument);
}

void interleave_fiber_switch(struct interleave_fiber *from, struct interleave_fiber *to)
{
    if (IL_UNLIKELY(on_threads)) {
        il_turn_pass(from ? from->donor->turn : NULL, to ? to->donor->turn : NULL);
        return;
    }
    struct il_context *here = from ? &from->context : &carrier, *there = to ? &to->context : &carrier;
    il_fiber_switch(&here->stack, there->stack, there->base);
}

uintptr_t interleave_fiber_thread(const struct interleave_fiber *fiber) { return (uintptr_t)fiber->donor->thread; }
uintptr_t interleave_fiber_bottom(const struct interleave_fiber *fiber) { return (uintptr_t)fiber->donor->bottom; }
uintptr_t interleave_fiber_top(const struct interleave_fiber *fiber) { return (uintptr_t)fiber->donor->top; }

uintptr_t interleave_stack_here(void) { return (uintptr_t)(il_self.entered + 2); }

void interleave_fiber_discard(struct interleave_fiber *fiber)
{
    il_donor_dismiss(fiber->donor);
    free(fiber);
}

void *interleave_run(void *(*function)(void *), void *context)
{
    (void)il_is_leave_of_work_item();  // resets what an earlier task left on this thread
    struct il_depth depth = il_step_out();
    void *result = function(context);
    il_step_back(depth);
    return result;
}

// The place in the program that led to a call, found by the general unwinder, which knows every
// library but is slow; 0: none.
static uintptr_t caller_in_program(void)
{
    enum { MOST = 64 };
    void *frames[MOST];
    il_enter();
    int count = backtrace(frames, MOST);
    il_leave();
    for (int depth = 0; depth < count; depth++) {
        if (il_module_of((uintptr_t)frames[depth]) == IL_PROGRAM) return (uintptr_t)frames[depth];
    }
    return 0;
}

void il_refuse(const char *name, uintptr_t caller)
{
    if (!caller) caller = caller_in_program();
    il_ask((struct interleave_call){.kind = INTERLEAVE_NOT_MODELLED, .caller = caller, .object = (uintptr_t)name});
    abort();
}

void il_refuse_runtime(const char *function, uintptr_t caller)
{
    il_ask((struct interleave_call){.kind = INTERLEAVE_RUNTIME_NOT_KNOWN, .caller = caller, .object = (uintptr_t)function});
    abort();
}

void il_end_process(int code, uintptr_t caller)
{
    il_ask((struct interleave_call){.kind = INTERLEAVE_EXIT, .caller = caller, .value = (uint64_t)(code & 0xFF)});
    abort();
}

bool interleave_is_data_of_program(uintptr_t address) { return il_is_data_of_program(address); }
bool interleave_is_code_of_program(uintptr_t address) { return il_module_of(address) == IL_PROGRAM; }

bool interleave_read(uintptr_t address, void *into, size_t size)
{
    struct iovec here = {into, size}, there = {(void *)address, size};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)size;
}

size_t interleave_read_down(uintptr_t address, void *into, size_t size)
{
    enum { PARTS = 8 };
    struct iovec here[PARTS], there[PARTS];
    unsigned long count = 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = address + size;
    while (end > address && count < PARTS) {
        uintptr_t start = (end - 1) & ~(page - 1);
        if (start < address) start = address;
        here[count] = (struct iovec){(char *)into + (start - address), end - start};
        there[count++] = (struct iovec){(void *)start, end - start};
        end = start;
    }
    ssize_t done = process_vm_readv(getpid(), here, count, there, count, 0);
    return done < 0 ? 0 : (size_t)done;
}
