// Closures of the program that are given to Foundation: ours run in their place, with the item that each runs.
#include "symbols/wrapped-closures.h"

#include "explorer/foundation/controlled-operations.h"
#include "program/swift-values.h"
#include "recorder/operation-table.h"
#include "recorder/ring.h"
#include "symbols/work-items.h"

// Our context for a closure: an object that holds the program's closure and its item.
struct wrapped {
    void *header[2];
    void *function, *context, *queue;
    uint64_t item;
};

static __attribute__((swiftcall)) void destroy_wrapped(__attribute__((swift_context)) void *object)
{
    struct wrapped *wrapped = object;
    void (*release)(void *) = (void (*)(void *))il_swift_function("swift_release");
    void (*deallocate)(void *, size_t, size_t) = (void (*)(void *, size_t, size_t))il_swift_function("swift_deallocObject");
    if (release && wrapped->context) release(wrapped->context);
    if (deallocate) deallocate(wrapped, sizeof *wrapped, 15);
}

// The metadata of a heap object that is not a class: its destructor, no value witnesses, and the
// kind "local variable".
static const struct {
    __attribute__((swiftcall)) void (*destroy)(__attribute__((swift_context)) void *);
    const void *witnesses;
    uintptr_t kind;
} wrapped_metadata = {destroy_wrapped, NULL, 0x400};

void *il_wrap_closure(void *function, void *context, uint64_t item, void *queue)
{
    void *(*allocate)(const void *, size_t, size_t) = (void *(*)(const void *, size_t, size_t))il_swift_function("swift_allocObject");
    void *(*retain)(void *) = (void *(*)(void *))il_swift_function("swift_retain");
    if (!allocate || !retain) return NULL;
    struct wrapped *wrapped = allocate(&wrapped_metadata.kind, sizeof *wrapped, 15);
    wrapped->function = function;
    wrapped->context = context ? retain(context) : NULL;
    wrapped->queue = queue;
    wrapped->item = item;
    return wrapped;
}

__attribute__((swiftcall)) void il_run_wrapped_closure(__attribute__((swift_context)) void *context)
{
    struct wrapped *wrapped = context;
    if (il_controlled()) {
        __attribute__((swiftcall)) void (*barrier)(__attribute__((swift_context)) void *) =
            (__attribute__((swiftcall)) void (*)(__attribute__((swift_context)) void *))wrapped->function;
        RUN_PROGRAM(barrier(wrapped->context));
        if (il_self.operating) TELL(INTERLEAVE_OPERATION_FINISHING, 0);
        else il_block_will_leave();  // the queue was empty: it is not an operation but an item
        return;
    }
    struct il_item item = {.id = wrapped->item, .queue = wrapped->queue, .detail = IL_HOW_OPERATION | IL_BARRIER};
    __attribute__((swiftcall)) void (*run)(__attribute__((swift_context)) void *) =
        (__attribute__((swiftcall)) void (*)(__attribute__((swift_context)) void *))wrapped->function;
    il_begin_item(&item);
    run(wrapped->context);
    il_end_item(&item);
}

// A completion block. Its item is the operation's; the block itself has one as long as it runs.
__attribute__((swiftcall)) void il_run_wrapped_completion(__attribute__((swift_context)) void *context)
{
    struct wrapped *wrapped = context;
    __attribute__((swiftcall)) void (*run)(__attribute__((swift_context)) void *) =
        (__attribute__((swiftcall)) void (*)(__attribute__((swift_context)) void *))wrapped->function;
    uint64_t item = 0;
    if (!il_controlled() && il_recording()) {
        item = il_new_item();
        // The operation has come to its queue since it was given the block.
        uint64_t now = IL_UNLIKELY(il_choice.has_queues) ? il_item_of_operation(wrapped->queue) : 0;
        if ((now & ~IL_NOT_CHOSEN) == wrapped->item) item |= now & IL_NOT_CHOSEN;
        il_write_place(IL_ITEM_BEGAN, IL_HOW_COMPLETION, item, 0, 0, (uint64_t)wrapped->function, wrapped->item);
    }
    run(wrapped->context);
    if (item && il_recording()) il_write(IL_ITEM_ENDED, IL_HOW_COMPLETION, item, 0);
}
