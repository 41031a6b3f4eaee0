// Items: a block or function of the program, wrapped so that its begin and end are recorded.
//
// `dispatch_async(queue, block)` becomes `dispatch_async_f(queue, item, il_run_and_free_item)`.
// libdispatch itself does this with a plain block: it copies the block and calls it through a
// function. While the program's code runs, the thread is "outside" again: its calls are the
// program's.
#include "recorder/wrapped-blocks.h"

#include "program/modules.h"
#include "symbols/queues.h"

#include <stdlib.h>

void il_call_block(void *block) { ((struct il_block *)block)->invoke(block); }

static struct il_item *new_item(void *queue, uint16_t detail, uintptr_t caller, uintptr_t closure, uint64_t extra)
{
    struct il_item *item = malloc(sizeof *item);
    if (!item) return NULL;
    item->closure = closure;
    il_know_queue(queue);
    item->id = il_new_item_on(queue);
    item->queue = queue;
    item->detail = detail;
    il_write_place(IL_ITEM_ENQUEUED, detail, item->id, (uint64_t)queue, caller, closure, extra);
    return item;
}

struct il_item *il_item_for_block(void *queue, const void *block, uint16_t detail, uintptr_t caller, uint64_t extra)
{
    struct il_item *item = new_item(queue, detail, caller, il_closure_of_block(block), extra);
    if (item) item->block = _Block_copy(block);
    return item;
}

struct il_item *il_item_for_function(void *queue, void *context, void (*function)(void *), uint16_t detail, uintptr_t caller, uint64_t extra)
{
    uintptr_t closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;  // not the runtime's own
    struct il_item *item = new_item(queue, detail, caller, closure, extra);
    if (!item) return NULL;
    item->block = NULL;
    item->function = function;
    item->context = context;
    return item;
}

void il_begin_item(const struct il_item *item)
{
    if (il_recording()) il_write(IL_ITEM_BEGAN, item->detail & 0xFF, item->id, (uint64_t)item->queue);
    if (item->detail & IL_BARRIER) IL_ACQUIRED(item->queue);
}

void il_end_item(const struct il_item *item)
{
    if (il_recording()) il_write(IL_ITEM_ENDED, item->detail & 0xFF, item->id, (uint64_t)item->queue);
    if (item->detail & IL_BARRIER) IL_RELEASED((uintptr_t)item->queue + 1);
}

void il_run_item(void *context)
{
    struct il_item *item = context;
    struct il_depth depth = il_step_out();
    uintptr_t running = il_self.running;
    il_self.running = item->closure;
    il_begin_item(item);
    if (item->block) il_call_block(item->block);
    else item->function(item->context);
    il_end_item(item);
    il_self.running = running;
    il_step_back(depth);
}

void il_run_and_free_item(void *context)
{
    struct il_item *item = context;
    struct il_depth depth = il_step_out();
    uintptr_t running = il_self.running;
    il_self.running = item->closure;
    il_begin_item(item);
    if (item->block) {
        il_call_block(item->block);
        il_end_item(item);
        _Block_release(item->block);  // may run a deinit of the program: outside, and no longer part of the item
    } else {
        item->function(item->context);
        il_end_item(item);
    }
    il_self.running = running;
    il_step_back(depth);
    free(item);
}
