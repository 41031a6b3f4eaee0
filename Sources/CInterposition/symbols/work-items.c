// Work items: blocks made by dispatch_block_create. DispatchWorkItem is one, and so is every call
// with flags or a quality of service. So a barrier's flag is remembered here.
//
// The block that we pass to the real dispatch_block_create is our own: a block that holds a `work`.
// libdispatch puts its private block around it. `work` remembers which items are pending (one for
// each time the work item was enqueued, in order), so that each run finds its item. A run without
// one was a direct call (`perform()`). The block's dispose function, called at the final release,
// removes it from the table.
#include "symbols/work-items.h"

#include "explorer/dispatch-calls.h"
#include "explorer/foundation/controlled-operations.h"
#include "explorer/memory/references.h"
#include "symbols/queues.h"
#include "symbols/sleeps.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { DISPATCH_BLOCK_BARRIER = 1, BLOCK_HAS_COPY_DISPOSE = 1 << 25, PENDING = 16 };
static const uint64_t UNSEEN = UINT64_MAX;  // for `first_item`: it ran while nothing was recorded

struct pending {
    uint64_t id;
    void *queue;
    uint16_t detail;
};

struct il_work {
    _Atomic int references, runs;
    struct il_work *next;     // in the table's bucket
    const void *outer;        // the block that libdispatch made
    void *block;              // the program's
    uintptr_t closure, created_by;
    bool barrier;
    uint16_t source_how;      // set if it handles a source's events
    void *source, *source_queue;
    uint64_t latest;          // the item of the last enqueue or run
    uint64_t first_item;      // the item of the first one, after which notify blocks run; 0: there was none yet
    uint64_t promised;        // the number that the next item will have, because a notify block has named it already
    uint32_t first, count;
    struct pending pending[PENDING];
};

struct work_block {
    struct il_block head;
    struct il_work *work;
};

extern void *_NSConcreteStackBlock[] __attribute__((weak));
void *dispatch_block_create(unsigned long flags, void *block);
void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned int quality, int relative, void *block);
void dispatch_block_cancel(void *block);
long dispatch_block_wait(void *block, uint64_t timeout);
void dispatch_block_notify(void *block, void *queue, void *notification);
long dispatch_block_testcancel(void *block);
unsigned long dispatch_source_get_data(void *source);

enum { BUCKETS = 1024 };
static struct il_work *table[BUCKETS];
static atomic_flag table_lock = ATOMIC_FLAG_INIT;
void (*_Atomic il_private_invoke)(void *);

static void lock_table(void)
{
    while (atomic_flag_test_and_set_explicit(&table_lock, memory_order_acquire)) sched_yield();
}

static void unlock_table(void) { atomic_flag_clear_explicit(&table_lock, memory_order_release); }

static struct il_work **bucket_of(const void *block)
{
    return &table[(((uintptr_t)block >> 4) * 0x9E3779B97F4A7C15ull >> 32) % BUCKETS];
}

struct il_work *il_work_of(const void *block)
{
    if (!il_is_work_item(block)) return NULL;
    lock_table();
    struct il_work *work = *bucket_of(block);
    while (work && work->outer != block) work = work->next;
    unlock_table();
    return work;
}

uintptr_t il_work_closure(const struct il_work *work) { return work->closure; }
bool il_work_is_barrier(const struct il_work *work) { return work->barrier; }

static void release_work(struct il_work *work)
{
    if (atomic_fetch_sub(&work->references, 1) != 1) return;
    lock_table();
    for (struct il_work **link = bucket_of(work->outer); *link; link = &(*link)->next) {
        if (*link != work) continue;
        *link = work->next;
        break;
    }
    unlock_table();
    // libdispatch submits the notify blocks of an item that has never run, and then releases its
    // block.
    if (IL_UNLIKELY(il_self.controlled)) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_LET_GO, .object = (uintptr_t)work, .caller = il_last_release});
    }
    if (work->block) _Block_release(work->block);
    free(work);
}

static void copy_work_block(void *to, const void *from)
{
    (void)from;
    atomic_fetch_add(&((struct work_block *)to)->work->references, 1);
}

static void dispose_work_block(const void *block) { release_work(((const struct work_block *)block)->work); }

static const struct {
    uintptr_t reserved, size;
    void (*copy)(void *, const void *);
    void (*dispose)(const void *);
} work_descriptor = {0, sizeof(struct work_block), copy_work_block, dispose_work_block};

// The item of this run: the oldest pending one, or a new one for a direct call or for a source.
static struct il_item item_of_run(struct il_work *work)
{
    struct il_item item = {.queue = NULL, .detail = IL_HOW_PERFORMED};
    lock_table();
    if (work->count && !work->source) {
        struct pending *pending = &work->pending[work->first];
        item.id = pending->id;
        item.queue = pending->queue;
        item.detail = pending->detail;
        work->first = (work->first + 1) % PENDING;
        work->count--;
    }
    unlock_table();
    return item;
}

// The number of a new item of this work, which a notify block may have named before. The table is locked.
static uint64_t next_item(struct il_work *work, uint64_t new)
{
    uint64_t item = work->promised ? work->promised : new;
    work->promised = 0;
    if (!work->first_item) work->first_item = item;
    return work->latest = item;
}

// The item after which the notify blocks of this work run, 0 where that is not known. If it is not
// submitted yet, its number is given now. (Where only some queues are recorded, the number depends
// on the queue.)
static uint64_t followed_item(struct il_work *work)
{
    if (!work || work->source) return 0;
    lock_table();
    if (!work->first_item && !il_choice.has_queues) work->first_item = work->promised = il_new_item();
    uint64_t item = work->first_item == UNSEEN ? 0 : work->first_item;
    unlock_table();
    return item;
}

// After the first direct call libdispatch leaves a group of its own, through which the item's end
// is awaited. It jumps there, so that the call seems to come from the caller of `perform()`. This
// says that the next leave on this thread is that one.
static __thread bool leaves_own_group __attribute__((tls_model("initial-exec")));

bool il_is_leave_of_work_item(void)
{
    bool own = leaves_own_group;
    leaves_own_group = false;
    return own;
}

// A block of Foundation that is not ours leaves its own group next.
void il_block_will_leave(void) { leaves_own_group = true; }

void il_work_is_called(struct il_work *work)
{
    // A cancelled item does not run, but the group is left all the same.
    if (IL_REAL(dispatch_block_testcancel)((void *)work->outer)) leaves_own_group = atomic_fetch_add(&work->runs, 1) == 0;
}

static void run_work(void *context)
{
    struct work_block *block = context;
    struct il_work *work = block->work;
    struct il_depth depth = il_step_out();
    if (IL_UNLIKELY(il_self.controlled)) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_BEGINS, .caller = work->created_by, .object = (uintptr_t)work});
        il_call_block(work->block);
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_PERFORMED, .caller = work->created_by, .object = (uintptr_t)work});
        leaves_own_group = atomic_fetch_add(&work->runs, 1) == 0;
        il_step_back(depth);
        return;
    }
    struct il_item item = item_of_run(work);
    bool recorded = il_recording();
    if (recorded && item.id) {
        il_begin_item(&item);
    } else if (recorded) {
        if (work->source) {
            item.detail = work->source_how;
            item.queue = work->source_queue;
            il_know_queue(item.queue);
            if (work->source_how == IL_HOW_SOURCE) {
                il_write(IL_SOURCE_FIRED, 7, (uint64_t)work->source, IL_REAL(dispatch_source_get_data)(work->source));
            }
        }
        uint64_t new = il_new_item_on(item.queue);
        lock_table();
        item.id = next_item(work, new);
        unlock_table();
        il_write_place(IL_ITEM_BEGAN, item.detail, item.id, (uint64_t)item.queue, work->created_by, work->closure, 0);
    }
    if (!recorded) {
        lock_table();
        if (!work->first_item || work->promised) work->first_item = UNSEEN;
        work->promised = 0;
        unlock_table();
    }
    il_call_block(work->block);
    if (recorded) il_end_item(&item);
    leaves_own_group = item.detail == IL_HOW_PERFORMED && atomic_fetch_add(&work->runs, 1) == 0;
    il_step_back(depth);
}

uint64_t il_work_enqueued(struct il_work *work, void *queue, uint16_t detail, uintptr_t caller, uint64_t extra)
{
    if (work->barrier) detail |= IL_BARRIER;
    il_know_queue(queue);
    uint64_t new = il_new_item_on(queue);
    lock_table();
    uint64_t id = next_item(work, new);
    if (work->count < PENDING) {
        work->pending[(work->first + work->count++) % PENDING] = (struct pending){id, queue, detail};
    }
    unlock_table();
    il_write_place(IL_ITEM_ENQUEUED, detail, id, (uint64_t)queue, caller, work->closure, extra);
    return id;
}

void il_work_handles_source(struct il_work *work, void *source, void *queue, uint16_t how)
{
    work->source = source;
    work->source_queue = queue;
    work->source_how = how;
}

// MARK: the symbols

static void do_nothing(void *block) { (void)block; }

// Learns libdispatch's private function before the program makes a block: blocks made before the
// recording must be recognized too.
void il_learn_private_blocks(void)
{
    void *(*make)(unsigned long, void *) = IL_REAL(dispatch_block_create);
    if (!make || !_NSConcreteStackBlock || atomic_load(&il_private_invoke)) return;
    static const struct { uintptr_t reserved, size; } plain = {0, sizeof(struct il_block)};
    struct il_block inner = {_NSConcreteStackBlock, 0, 0, do_nothing, &plain};
    struct il_block *outer = make(0, &inner);
    if (!outer) return;
    atomic_store(&il_private_invoke, outer->invoke);
    _Block_release(outer);
}

static void *create(unsigned long flags, bool with_quality, unsigned int quality, int relative, void *block, uintptr_t caller)
{
    struct il_work *work = calloc(1, sizeof *work);
    if (!work) return IL_REAL(dispatch_block_create)(flags, block);
    atomic_store(&work->references, 1);
    work->block = _Block_copy(block);
    work->closure = il_closure_of_block(block);
    work->created_by = caller;
    work->barrier = flags & DISPATCH_BLOCK_BARRIER;
    struct work_block inner = {
        {_NSConcreteStackBlock, BLOCK_HAS_COPY_DISPOSE, 0, run_work, &work_descriptor}, work,
    };
    void *outer = with_quality ? IL_REAL(dispatch_block_create_with_qos_class)(flags, quality, relative, &inner)
                               : IL_REAL(dispatch_block_create)(flags, &inner);
    if (outer) {
        lock_table();
        work->outer = outer;
        struct il_work **bucket = bucket_of(outer);
        work->next = *bucket;
        *bucket = work;
        unlock_table();
    }
    release_work(work);  // the copy that libdispatch made holds it from now on
    return outer;
}

IL_EXPORT void *dispatch_block_create(unsigned long flags, void *block)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_enter();
        void *outer = create(flags, false, 0, 0, block, caller);
        il_leave();
        return outer;
    }
    if (il_controlled() && il_self.operating) return il_operate_block(flags, block, IL_REAL(dispatch_block_create)(flags, block));
    if (!il_recording() || !_NSConcreteStackBlock || !(caller = IL_CALLER())) return IL_REAL(dispatch_block_create)(flags, block);
    il_enter();
    void *outer = create(flags, false, 0, 0, block, caller);
    il_leave();
    return outer;
}

IL_EXPORT void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned int quality, int relative, void *block)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_enter();
        void *outer = create(flags, true, quality, relative, block, caller);
        il_leave();
        return outer;
    }
    if (il_controlled() && il_self.operating) return il_operate_block(flags, block, IL_REAL(dispatch_block_create_with_qos_class)(flags, quality, relative, block));
    if (!il_recording() || !_NSConcreteStackBlock || !(caller = IL_CALLER())) {
        return IL_REAL(dispatch_block_create_with_qos_class)(flags, quality, relative, block);
    }
    il_enter();
    void *outer = create(flags, true, quality, relative, block, caller);
    il_leave();
    return outer;
}

IL_EXPORT void dispatch_block_cancel(void *block)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_CANCEL, .caller = caller, .object = (uintptr_t)il_work_of(block)});
    }
    if (il_recording() && IL_CALLER()) {
        struct il_work *work = il_work_of(block);
        if (work) {
            lock_table();
            uint64_t pending[PENDING];
            uint32_t count = work->count;
            for (uint32_t index = 0; index < count; index++) pending[index] = work->pending[(work->first + index) % PENDING].id;
            uint64_t latest = work->latest;
            unlock_table();
            for (uint32_t index = 0; index < count; index++) il_write(IL_ITEM_CANCELLED, 0, pending[index], 0);
            if (!count && latest) il_write(IL_ITEM_CANCELLED, 0, latest, 0);
        }
    }
    IL_REAL(dispatch_block_cancel)(block);
}

IL_EXPORT long dispatch_block_wait(void *block, uint64_t timeout)
{
    uintptr_t caller;
    struct il_work *work;
    IL_CONTROLLED(long, INTERLEAVE_WORK_WAIT, .object = (uintptr_t)il_work_of(block), .value = il_timeout_from_now(timeout));
    if (!il_recording() || !(caller = IL_CALLER()) || !(work = il_work_of(block))) return IL_REAL(dispatch_block_wait)(block, timeout);
    uint64_t item = work->latest;
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_WORK_ITEM, item, il_timeout_from_now(timeout), caller, 0, 0);
    il_enter();
    long late = IL_REAL(dispatch_block_wait)(block, timeout);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_WORK_ITEM | (late ? IL_TIMED_OUT : 0), item, 0);
    return late;
}

// The notify block is passed to libdispatch as a private block of ours, so that its run is
// recorded. Its record names the item that it follows.
IL_EXPORT void dispatch_block_notify(void *block, void *queue, void *notification)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_control_block(IL_HOW_ITEM_NOTIFY, queue, notification, (uint64_t)il_work_of(block), caller);
        return;
    }
    if (!il_recording() || !(caller = IL_CALLER())) {
        IL_REAL(dispatch_block_notify)(block, queue, notification);
        return;
    }
    il_enter();
    uint64_t followed = followed_item(il_work_of(block));
    struct il_work *work = il_work_of(notification);
    void *outer = work ? notification : create(0, false, 0, 0, notification, caller);
    if (!work && outer) work = il_work_of(outer);
    if (work) il_work_enqueued(work, queue, IL_HOW_ITEM_NOTIFY, caller, followed);
    IL_REAL(dispatch_block_notify)(block, queue, outer ? outer : notification);
    if (outer && outer != notification) _Block_release(outer);
    il_leave();
}

IL_EXPORT long dispatch_block_testcancel(void *block)
{
    uintptr_t caller;
    if (il_controlled() && (caller = IL_CALLER())) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_TEST, .caller = caller, .object = (uintptr_t)il_work_of(block)});
    }
    return IL_REAL(dispatch_block_testcancel)(block);
}
