// Swift values, read and made without linking the Swift runtime: its functions are looked up by name, and a program without it never gets here.
#define _GNU_SOURCE
#include "program/swift-values.h"

#include "explorer/foundation/controlled-operations.h"
#include "recorder/wrapped-blocks.h"
#include "symbols/operations.h"

#include <dlfcn.h>
#include <string.h>

static void *runtime(const char *name) { return dlsym(RTLD_DEFAULT, name); }

void il_release_object(void *object)
{
    void (*release)(void *) = (void (*)(void *))runtime("swift_bridgeObjectRelease");
    if (release && object) release(object);
}

// A string's second word says where its bytes are. Bit 61 marks a small one (up to 15 bytes): they
// are in the two words themselves, with their number in bits 56 to 59. For a large native one and a
// literal, they are 32 bytes after the address in it. Others (bit 60: shared, foreign) are not
// read.
size_t il_read_string(struct il_optional_string string, char *text, size_t room)
{
    uint64_t discriminator = string.high >> 56;
    if (!string.high) return 0;
    bool small = discriminator & 0x20;
    if (!small && (discriminator & 0x10)) return 0;
    size_t length = small ? discriminator & 0x0F : string.low & 0x0000FFFFFFFFFFFFull;
    if (length > room) length = room;
    memcpy(text, small ? (const char *)&string : (const char *)(string.high & 0x0FFFFFFFFFFFFFFFull) + 32, length);
    return length;
}

size_t il_take_string(struct il_optional_string string, char *text, size_t room)
{
    size_t length = il_read_string(string, text, room);
    if (string.high && !(string.high >> 63)) il_release_object((void *)string.high);  // bit 63: nothing to release
    return length;
}

size_t il_type_name(const void *type, char *text, size_t room)
{
    struct name {
        const char *bytes;
        uintptr_t length;
    };
    struct name (*get)(const void *, bool) = (struct name(*)(const void *, bool))runtime("swift_getTypeName");
    if (!get) return 0;
    struct name name = get(type, false);
    size_t length = name.length < room ? name.length : room;
    memcpy(text, name.bytes, length);
    return length;
}

// A class object (type metadata of a class, without Objective-C): at 32 its whole size, at 36 the
// part of it that lies before its address.
size_t il_class_size(const void *class)
{
    const uint32_t *words = (const uint32_t *)class;
    uint32_t size = words[8], before = words[9];
    return size > before && size < 1 << 20 ? size - before : 0;
}

// MARK: closures

// Our context for a closure: an object that holds the program's closure and its item.
struct wrapped {
    void *header[2];
    void *function, *context, *queue;
    uint64_t item;
};

static __attribute__((swiftcall)) void destroy_wrapped(__attribute__((swift_context)) void *object)
{
    struct wrapped *wrapped = object;
    void (*release)(void *) = (void (*)(void *))runtime("swift_release");
    void (*deallocate)(void *, size_t, size_t) = (void (*)(void *, size_t, size_t))runtime("swift_deallocObject");
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
    void *(*allocate)(const void *, size_t, size_t) = (void *(*)(const void *, size_t, size_t))runtime("swift_allocObject");
    void *(*retain)(void *) = (void *(*)(void *))runtime("swift_retain");
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
