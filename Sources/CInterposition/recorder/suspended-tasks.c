// The Swift tasks that are still suspended when a recording ends: each waits for a continuation that
// nothing has resumed.
//
// Between its wait and the resumption, a Swift task is in the table below. The resumption can be
// first: then it leaves a mark, which the wait takes away. Every continuation is awaited once, so a
// mark belongs to the next wait of its Swift task.
#define _GNU_SOURCE
#include "program/modules.h"
#include "program/patches.h"
#include "program/runtime-functions.h"
#include "recorder/ring.h"
#include "recorder/swift-tasks.h"

#include <sched.h>
#include <stdlib.h>

SWIFT void *swift_task_getCurrent(void);

// A wait, or the mark of a resumption that came first (id 0).
struct wait {
    struct wait *next;
    void *task;
    uint64_t id;
    uint32_t recording;
};

enum { BUCKETS = 1024, IN_CONTINUATION = 1 };
static struct wait *waits[BUCKETS];
static atomic_flag waits_lock = ATOMIC_FLAG_INIT;
static bool sees_resumptions;

static void lock_waits(void)
{
    while (atomic_flag_test_and_set_explicit(&waits_lock, memory_order_acquire)) sched_yield();
}

static void unlock_waits(void) { atomic_flag_clear_explicit(&waits_lock, memory_order_release); }

// If the table has an entry of the other kind for the Swift task, the two belong together, and it is
// removed. Else an entry is added.
static void pair(void *task, uint64_t id)
{
    uint32_t recording = atomic_load_explicit(&il_current, memory_order_relaxed);
    struct wait *made = malloc(sizeof *made), *old = NULL;
    if (!made) return;
    lock_waits();
    struct wait **bucket = &waits[((uintptr_t)task >> 4) * 0x9E3779B97F4A7C15ull >> 54], **link = bucket;
    while (*link && (*link)->task != task) link = &(*link)->next;
    old = *link;
    if (old) *link = old->next;
    bool is_pair = old && old->recording == recording && !old->id != !id;
    if (!is_pair) {
        *made = (struct wait){*bucket, task, id, recording};
        *bucket = made;
    }
    unlock_waits();
    free(old);
    if (is_pair) free(made);
}

void il_task_waits(void *continuation)
{
    enum { STATUS = 3, RESUMED = 2 };  // the word of a continuation, and its value
    if (!sees_resumptions || !il_recording()) return;
    void *task = IL_REAL(swift_task_getCurrent)();
    if (!task) return;
    pair(task, il_task_of_job(task));
    // It was perhaps resumed before the recording began.
    if (__atomic_load_n((uintptr_t *)continuation + STATUS, __ATOMIC_ACQUIRE) == RESUMED) pair(task, 0);
}

static void is_resumed(void *task)
{
    if (il_recording()) pair(task, 0);
}

SWIFT static void (*real_resume)(void *task);
SWIFT static void resume(void *task)
{
    is_resumed(task);
    real_resume(task);
}

SWIFT static void (*real_resume_throwing)(void *task);
SWIFT static void resume_throwing(void *task)
{
    is_resumed(task);
    real_resume_throwing(task);
}

SWIFT static void (*real_resume_with_error)(void *task, void *error);
SWIFT static void resume_with_error(void *task, void *error)
{
    is_resumed(task);
    real_resume_with_error(task, error);
}

void il_watch_suspended_tasks(void)
{
    static const struct il_patch patches[] = {
        {"swift_continuation_resume", (void *)resume, (void **)&real_resume},
        {"swift_continuation_throwingResume", (void *)resume_throwing, (void **)&real_resume_throwing},
        {"swift_continuation_throwingResumeWithError", (void *)resume_with_error, (void **)&real_resume_with_error},
    };
    static atomic_flag has_begun = ATOMIC_FLAG_INIT;
    if (!IL_REAL(swift_task_getCurrent) || atomic_flag_test_and_set(&has_begun)) return;
    sees_resumptions = !il_patch_functions(IL_RUNTIME, patches, sizeof patches / sizeof patches[0]);
}

void il_note_suspended_tasks(void)
{
    uint32_t recording = atomic_load(&il_current);
    // (A signal's handler can end the process while its own thread holds the lock. Then they are not told.)
    for (int tries = 0; atomic_flag_test_and_set_explicit(&waits_lock, memory_order_acquire); tries++) {
        if (tries == 10000) return;
        sched_yield();
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        for (struct wait *wait = waits[bucket]; wait; wait = wait->next) {
            if (wait->id && wait->recording == recording) il_write(IL_TASK_SUSPENDED, IN_CONTINUATION, wait->id, 0);
        }
    }
    unlock_waits();
}
