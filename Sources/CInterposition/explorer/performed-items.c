// Direct calls of work items (`perform()`), under the explorer.
#include "explorer/bridge.h"
#include "explorer/preparation.h"
#include "program/patches.h"
#include "symbols/work-items.h"

long dispatch_block_testcancel(void *block);

// `perform()` checks whether the item is cancelled: a step, since another task may cancel it. A
// cancelled item does not run, and counts as ended all the same.
typedef __attribute__((swiftcall)) void perform(__attribute__((swift_context)) void **item);
static perform *real_perform;
static __attribute__((swiftcall)) void perform_item(__attribute__((swift_context)) void **item)
{
    enum { BLOCK = 2 };  // the word of a DispatchWorkItem that holds its block, after its type and its counts
    uintptr_t caller;
    struct il_work *work = NULL;
    if (il_controlled() && (caller = IL_CALLER()) && (work = il_work_of(item[BLOCK]))) {
        il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_TEST, .caller = caller, .object = (uintptr_t)work});
    }
    if (!work || !IL_REAL(dispatch_block_testcancel)(item[BLOCK])) {
        real_perform(item);
        return;
    }
    il_work_is_called(work);
    real_perform(item);
    il_ask((struct interleave_call){.kind = INTERLEAVE_WORK_ENDED, .caller = caller, .object = (uintptr_t)work});
}

void il_watch_performed_items(void)
{
    static const struct il_patch patches[] = {{"$s8Dispatch0A8WorkItemC7performyyF", perform_item, (void **)&real_perform}};
    il_patch_functions("libswiftDispatch.", patches, 1);
}
