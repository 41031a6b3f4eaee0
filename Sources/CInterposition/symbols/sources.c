// Dispatch sources (timers, signals, descriptors, user data) and dispatch I/O: handlers are items
// too.
//
// A handler block is wrapped in a block of ours that holds a `handler`: its source, its queue, and
// the program's block. libdispatch copies and releases the wrapper like the original, and its
// dispose function releases our data.
#include "explorer/bridge.h"
#include "symbols/queues.h"
#include "symbols/sleeps.h"
#include "symbols/work-items.h"

#include <stdlib.h>

enum { BLOCK_HAS_COPY_DISPOSE = 1 << 25, TYPE_OTHER = 7, SOURCES = 1024 };

extern void *_NSConcreteStackBlock[] __attribute__((weak));
extern char _dispatch_source_type_timer[] __attribute__((weak)), _dispatch_source_type_signal[] __attribute__((weak)),
    _dispatch_source_type_read[] __attribute__((weak)), _dispatch_source_type_write[] __attribute__((weak)),
    _dispatch_source_type_data_add[] __attribute__((weak)), _dispatch_source_type_data_or[] __attribute__((weak)),
    _dispatch_source_type_data_replace[] __attribute__((weak));

void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue);
void dispatch_source_set_event_handler(void *source, void *handler);
void dispatch_source_set_cancel_handler(void *source, void *handler);
void dispatch_source_set_registration_handler(void *source, void *handler);
void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway);
void dispatch_source_cancel(void *source);
unsigned long dispatch_source_get_data(void *source);
void dispatch_source_merge_data(void *source, unsigned long value);
unsigned long dispatch_source_get_mask(void *source);
uintptr_t dispatch_source_get_handle(void *source);
long dispatch_source_testcancel(void *source);
void *dispatch_queue_create(const char *label, void *attributes);
void *dispatch_get_global_queue(long identifier, unsigned long flags);
void dispatch_read(int descriptor, size_t length, void *queue, void *handler);
void dispatch_write(int descriptor, void *data, void *queue, void *handler);
void dispatch_io_read(void *channel, long offset, size_t length, void *queue, void *handler);
void dispatch_io_write(void *channel, long offset, void *data, void *queue, void *handler);
void dispatch_io_barrier(void *channel, void *barrier);

struct source {
    _Atomic(void *) address;
    void *queue;
    uint16_t type;
};

// Handlers are also wrapped while a recording is stopped: they can run after it has been started.
static bool may_record(void) { return il_recording() || il_is_paused(); }

// Sources that were made then, by a hash of their address. If two collide, the newer
// stays (the older one's type is then unknown).
static struct source sources[SOURCES];

static struct source *slot_of(const void *source) { return &sources[((uintptr_t)source >> 4) * 0x9E3779B97F4A7C15ull >> 54]; }

static uint16_t number_of_type(const void *type)
{
    const void *types[] = {
        _dispatch_source_type_timer, _dispatch_source_type_signal, _dispatch_source_type_read, _dispatch_source_type_write,
        _dispatch_source_type_data_add, _dispatch_source_type_data_or, _dispatch_source_type_data_replace,
    };
    for (uint16_t index = 0; index < TYPE_OTHER; index++) {
        if (types[index] && types[index] == type) return index;
    }
    return TYPE_OTHER;
}

// MARK: handlers

struct handler {
    _Atomic int references;
    void *block, *source, *queue;
    uint16_t how, type;
    uintptr_t caller, closure;
};

struct handler_block {
    struct il_block head;
    struct handler *handler;
};

static void copy_handler_block(void *to, const void *from)
{
    (void)from;
    atomic_fetch_add(&((struct handler_block *)to)->handler->references, 1);
}

static void release_handler(struct handler *handler)
{
    if (atomic_fetch_sub(&handler->references, 1) != 1) return;
    _Block_release(handler->block);
    free(handler);
}

static void dispose_handler_block(const void *block) { release_handler(((const struct handler_block *)block)->handler); }

static const struct {
    uintptr_t reserved, size;
    void (*copy)(void *, const void *);
    void (*dispose)(const void *);
} handler_descriptor = {0, sizeof(struct handler_block), copy_handler_block, dispose_handler_block};

static struct il_item begin_handler(const struct handler *handler)
{
    struct il_item item = {.queue = handler->queue, .detail = handler->how};
    if (!il_recording()) return item;
    if (handler->how == IL_HOW_SOURCE && handler->source) {
        il_enter();
        unsigned long data = IL_REAL(dispatch_source_get_data)(handler->source);
        il_leave();
        il_write(IL_SOURCE_FIRED, handler->type, (uint64_t)handler->source, data);
    }
    il_know_queue(handler->queue);
    item.id = il_new_item_on(handler->queue);
    il_write_place(IL_ITEM_BEGAN, item.detail, item.id, (uint64_t)item.queue, handler->caller, handler->closure, 0);
    return item;
}

static void end_handler(const struct il_item *item)
{
    if (item->id) il_end_item(item);
}

#define RUN_HANDLER(signature, ...)                                        \
    struct handler *handler = ((struct handler_block *)context)->handler;  \
    struct il_depth depth = il_step_out();                                 \
    struct il_item item = begin_handler(handler);                          \
    ((void(*) signature)(void *)((struct il_block *)handler->block)->invoke)(__VA_ARGS__); \
    end_handler(&item);                                                    \
    il_step_back(depth)

static void run_plain(void *context) { RUN_HANDLER((void *), handler->block); }

// dispatch_read and dispatch_write: (data, error)
static void run_transfer(void *context, void *data, int error) { RUN_HANDLER((void *, void *, int), handler->block, data, error); }

// dispatch_io_read and dispatch_io_write: (done, data, error)
static void run_channel(void *context, bool done, void *data, int error)
{
    RUN_HANDLER((void *, bool, void *, int), handler->block, done, data, error);
}

static struct handler *new_handler(void *block, void *source, void *queue, uint16_t how, uint16_t type, uintptr_t caller)
{
    struct handler *handler = calloc(1, sizeof *handler);
    if (!handler) return NULL;
    atomic_store(&handler->references, 1);
    handler->block = _Block_copy(block);
    handler->source = source;
    handler->queue = queue;
    handler->how = how;
    handler->type = type;
    handler->caller = caller;
    handler->closure = il_closure_of_block(block);
    return handler;
}

// A wrapper on the caller's stack, for `call` to copy.
#define WITH_WRAPPED(run, block, source, queue, how, type, wrapped, call)                                                            \
    do {                                                                                                                             \
        il_enter();                                                                                                                  \
        struct handler *made = new_handler(block, source, queue, how, type, caller);                                                 \
        struct handler_block wrapper = {                                                                                             \
            {_NSConcreteStackBlock, BLOCK_HAS_COPY_DISPOSE, 0, (void (*)(void *))(void *)run, &handler_descriptor}, made,            \
        };                                                                                                                           \
        void *wrapped = made ? (void *)&wrapper : block;                                                                             \
        call;                                                                                                                        \
        if (made) release_handler(made);                                                                                             \
        il_leave();                                                                                                                  \
    } while (0)

// MARK: sources

// For the explorer: a queue gives the program an object that can be retained and released like a
// source. It never gets any work.
static void *make_controlled(const void *type, void *queue, uintptr_t caller)
{
    enum { TIMER, DATA_ADD = 4, DATA_REPLACE = 6, FIRST_DATA = 1 };
    uint16_t number = number_of_type(type);
    if (number != TIMER && (number < DATA_ADD || number > DATA_REPLACE)) {
        static const char *const names[] = {[1] = "DispatchSource.makeSignalSource", "DispatchSource.makeReadSource", "DispatchSource.makeWriteSource"};
        il_refuse(number < DATA_ADD ? names[number] : "a dispatch source for processes, files or memory", caller);
    }
    il_enter();
    void *source = IL_REAL(dispatch_queue_create)("source", NULL);
    void *runs_on = queue ? queue : IL_REAL(dispatch_get_global_queue)(0, 0);
    il_leave();
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_SOURCE_CREATED, .caller = caller, .object = (uintptr_t)source, .other = (uintptr_t)runs_on,
        .value = number == TIMER ? 0 : (uint64_t)number - DATA_ADD + FIRST_DATA});
    return source;
}

IL_EXPORT void *dispatch_source_create(const void *type, uintptr_t handle, unsigned long mask, void *queue)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) return make_controlled(type, queue, caller);
    // (What Foundation waits for is a file, a process or its own timer.)
    IL_NOT_MODELLED_FOR_PROGRAM("a dispatch source");
    if (!may_record() || !(caller = IL_CALLER())) return IL_REAL(dispatch_source_create)(type, handle, mask, queue);
    il_enter();
    void *source = IL_REAL(dispatch_source_create)(type, handle, mask, queue);
    void *runs_on = queue ? queue : IL_REAL(dispatch_get_global_queue)(0, 0);
    il_leave();
    if (!source) return NULL;
    struct source *slot = slot_of(source);
    slot->queue = runs_on;
    slot->type = number_of_type(type);
    atomic_store(&slot->address, source);
    if (il_recording()) il_write_place(IL_SOURCE_CREATED, slot->type, (uint64_t)source, handle, caller, 0, 0);
    return source;
}

// Under the explorer the block is kept until the execution is over.
static void set_handler_controlled(void *source, void *block, uint64_t which, uintptr_t caller)
{
    il_enter();
    void *kept = block ? _Block_copy(block) : NULL;
    il_leave();
    struct il_work *work = block ? il_work_of(block) : NULL;
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_SOURCE_HANDLER, .caller = caller, .object = (uintptr_t)source, .value = which, .context = kept,
        .closure = work ? il_work_closure(work) : block ? il_closure_of_block(block) : 0});
}

void *interleave_run_block(void *block)
{
    il_call_block(block);
    return NULL;
}

void interleave_release_block(uintptr_t block) { _Block_release((void *)block); }

static void set_handler(void *source, void *block, uint16_t how, uintptr_t caller, void (*set)(void *, void *))
{
    struct source *slot = slot_of(source);
    bool known = atomic_load(&slot->address) == source;
    struct il_work *work = il_work_of(block);
    if (work) {
        il_work_handles_source(work, source, known ? slot->queue : NULL, how);
        set(source, block);
        return;
    }
    uint16_t type = known ? slot->type : TYPE_OTHER;
    void *queue = known ? slot->queue : NULL;
    WITH_WRAPPED(run_plain, block, source, queue, how, type, wrapped, set(source, wrapped));
}

IL_EXPORT void dispatch_source_set_event_handler(void *source, void *handler)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        set_handler_controlled(source, handler, 0, caller);
        return;
    }
    if (!handler || !may_record() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_source_set_event_handler)(source, handler);
        return;
    }
    set_handler(source, handler, IL_HOW_SOURCE, caller, IL_REAL(dispatch_source_set_event_handler));
}

IL_EXPORT void dispatch_source_set_cancel_handler(void *source, void *handler)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        set_handler_controlled(source, handler, 1, caller);
        return;
    }
    if (!handler || !may_record() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_source_set_cancel_handler)(source, handler);
        return;
    }
    set_handler(source, handler, IL_HOW_SOURCE_CANCEL, caller, IL_REAL(dispatch_source_set_cancel_handler));
}

IL_EXPORT void dispatch_source_set_registration_handler(void *source, void *handler)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        set_handler_controlled(source, handler, 2, caller);
        return;
    }
    if (!handler || !may_record() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_source_set_registration_handler)(source, handler);
        return;
    }
    set_handler(source, handler, IL_HOW_PERFORMED, caller, IL_REAL(dispatch_source_set_registration_handler));
}

IL_EXPORT void dispatch_source_set_timer(void *source, uint64_t start, uint64_t interval, uint64_t leeway)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_SOURCE_TIMER, .caller = caller, .object = (uintptr_t)source, .value = il_timeout_from_now(start),
            .other = (uintptr_t)interval});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) {
        il_write_place(IL_TIMER_ARMED, 0, (uint64_t)source, il_timeout_from_now(start), caller, 0, 0);
        if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_sleeps(il_timeout_from_now(start));
    }
    IL_REAL(dispatch_source_set_timer)(source, start, interval, leeway);
}

IL_EXPORT void dispatch_source_cancel(void *source)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_SOURCE_CANCEL, .caller = caller, .object = (uintptr_t)source});
        return;
    }
    if (il_recording() && (caller = IL_CALLER())) il_write_place(IL_SOURCE_CANCELLED, 0, (uint64_t)source, 0, caller, 0, 0);
    IL_REAL(dispatch_source_cancel)(source);
}

IL_EXPORT void dispatch_source_merge_data(void *source, unsigned long value)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_SOURCE_MERGE, .caller = caller, .object = (uintptr_t)source, .value = value});
        return;
    }
    IL_RELEASED(IL_ALL_ITEMS);
    IL_REAL(dispatch_source_merge_data)(source, value);
}

// Getters of a source, and the answers for an explored one.
#define ASKED(type, name, answered)                                                                       \
    IL_EXPORT type name(void *source)                                                                     \
    {                                                                                                     \
        uintptr_t caller;                                                                                 \
        if (il_controlled() && (caller = IL_CALLER())) return (type)(answered);                           \
        return IL_REAL(name)(source);                                                                     \
    }
#define TOLD(what) il_ask((struct interleave_call){.kind = what, .caller = caller, .object = (uintptr_t)source})
ASKED(unsigned long, dispatch_source_get_data, TOLD(INTERLEAVE_SOURCE_DATA))
ASKED(long, dispatch_source_testcancel, TOLD(INTERLEAVE_SOURCE_TEST))
ASKED(unsigned long, dispatch_source_get_mask, ((void)caller, 0))
ASKED(uintptr_t, dispatch_source_get_handle, ((void)caller, 0))

// MARK: dispatch I/O

IL_EXPORT void dispatch_read(int descriptor, size_t length, void *queue, void *handler)
{
    uintptr_t caller;
    IL_NOT_MODELLED_FOR_PROGRAM(__func__);
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_read)(descriptor, length, queue, handler);
        return;
    }
    WITH_WRAPPED(run_transfer, handler, NULL, queue, IL_HOW_IO, 0, wrapped, IL_REAL(dispatch_read)(descriptor, length, queue, wrapped));
}

IL_EXPORT void dispatch_write(int descriptor, void *data, void *queue, void *handler)
{
    uintptr_t caller;
    IL_NOT_MODELLED_FOR_PROGRAM(__func__);
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_write)(descriptor, data, queue, handler);
        return;
    }
    WITH_WRAPPED(run_transfer, handler, NULL, queue, IL_HOW_IO, 0, wrapped, IL_REAL(dispatch_write)(descriptor, data, queue, wrapped));
}

IL_EXPORT void dispatch_io_read(void *channel, long offset, size_t length, void *queue, void *handler)
{
    uintptr_t caller;
    IL_NOT_MODELLED_FOR_PROGRAM(__func__);
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_io_read)(channel, offset, length, queue, handler);
        return;
    }
    WITH_WRAPPED(
        run_channel, handler, NULL, queue, IL_HOW_IO, 0, wrapped, IL_REAL(dispatch_io_read)(channel, offset, length, queue, wrapped));
}

IL_EXPORT void dispatch_io_write(void *channel, long offset, void *data, void *queue, void *handler)
{
    uintptr_t caller;
    IL_NOT_MODELLED_FOR_PROGRAM(__func__);
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_io_write)(channel, offset, data, queue, handler);
        return;
    }
    WITH_WRAPPED(
        run_channel, handler, NULL, queue, IL_HOW_IO, 0, wrapped, IL_REAL(dispatch_io_write)(channel, offset, data, queue, wrapped));
}

IL_EXPORT void dispatch_io_barrier(void *channel, void *barrier)
{
    uintptr_t caller;
    IL_NOT_MODELLED_FOR_PROGRAM(__func__);
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_io_barrier)(channel, barrier);
        return;
    }
    WITH_WRAPPED(run_plain, barrier, NULL, NULL, IL_HOW_IO, 0, wrapped, IL_REAL(dispatch_io_barrier)(channel, wrapped));
}
