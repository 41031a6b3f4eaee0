// The choice of what is recorded: kinds of records, and queues.
//
// A tracer can leave out kinds of records (locks, say), and name the queues whose items it wants.
// All records are written through `ring.h`, and there one test of a flag finds that nothing is left
// out. Only if something is, the functions here decide. So the program's blocks are wrapped as
// always, and the calls in them count as the program's, whether or not their items are recorded.
//
// Which queues are chosen is decided by their labels, when they become known (symbols/queues.c).
// An item of another queue has a number with a bit of its own: no record with such a number is
// written.
//
// The header of the trace says what was chosen. Threads, names of queues, modules and notes are
// always recorded.
#include "recorder/choice.h"

#include "recorder/ring-state.h"
#include "symbols/queues.h"

#include <stdlib.h>
#include <string.h>

struct il_choice il_choice __attribute__((aligned(64)));

enum { PATTERNS_AT = 3328, PATTERNS_SIZE = 384, ALL = (1 << 12) - 1 };

static char queue_patterns[PATTERNS_SIZE];  // each terminated by a zero, and an empty one at the end

// Lines as texts that end with a zero each. A text that does not fit is not taken at all.
static void take_lines(const char *lines, char *texts)
{
    memset(texts, 0, PATTERNS_SIZE);
    if (!lines || strlen(lines) + 2 > PATTERNS_SIZE) return;
    strcpy(texts, lines);
    for (char *at = texts; *at; at++) {
        if (*at == '\n') *at = 0;
    }
}

void il_choose(const char *left_out, const char *queues)
{
    take_lines(queues, queue_patterns);
    il_choice.left_out = left_out ? (uint32_t)strtoul(left_out, NULL, 10) & ALL : 0;
    il_choice.has_queues = queue_patterns[0];
    il_choice.is_partial = il_choice.left_out || il_choice.has_queues;
}

void il_describe_choice(struct il_header *header)
{
    header->left_out = il_choice.left_out;
    memcpy((char *)header + PATTERNS_AT, queue_patterns, PATTERNS_SIZE);
}

// MARK: kinds

static uint32_t kinds_of_item(uint16_t how)
{
    switch (how) {
    case IL_HOW_OPERATION: case IL_HOW_COMPLETION: return IL_CHOICE_OPERATIONS;
    case IL_HOW_TASK_JOB: return IL_CHOICE_TASKS;
    case IL_HOW_ACTOR_JOB: return IL_CHOICE_ACTORS;
    default: return IL_CHOICE_QUEUES;
    }
}

static uint32_t kinds_of_wait(uint16_t wait)
{
    switch (wait) {
    case IL_WAIT_GROUP: return IL_CHOICE_GROUPS;
    case IL_WAIT_SEMAPHORE: return IL_CHOICE_SEMAPHORES;
    case IL_WAIT_MUTEX: case IL_WAIT_CONDITION: case IL_WAIT_READ_LOCK: case IL_WAIT_WRITE_LOCK: case IL_WAIT_FUTEX: return IL_CHOICE_LOCKS;
    case IL_WAIT_ONCE: return IL_CHOICE_ONCE;
    case IL_WAIT_JOIN: return IL_CHOICE_JOINS;
    case IL_WAIT_OPERATION: case IL_WAIT_OPERATION_QUEUE: return IL_CHOICE_OPERATIONS;
    case IL_WAIT_SLEEP: return IL_CHOICE_SLEEPS;
    case IL_WAIT_KERNEL: return IL_CHOICE_KERNEL;
    default: return IL_CHOICE_QUEUES;
    }
}

// The kinds that a record belongs to; 0: it is always recorded.
static uint32_t kinds_of(uint16_t kind, uint16_t detail)
{
    uint16_t low = detail & 0xFF;
    switch (kind) {
    case IL_ITEM_ENQUEUED: case IL_ITEM_BEGAN: case IL_ITEM_ENDED: return kinds_of_item(low);
    case IL_ITEM_CANCELLED: case IL_QUEUE_TARGETED: return IL_CHOICE_QUEUES;
    case IL_QUEUE_SUSPENDED: case IL_QUEUE_RESUMED: case IL_QUEUE_ACTIVATED: return IL_CHOICE_QUEUES | IL_CHOICE_OPERATIONS | IL_CHOICE_SOURCES;
    case IL_QUEUE_WIDTH: case IL_QUEUE_CANCELLED: return IL_CHOICE_OPERATIONS;
    case IL_WAIT_BEGAN: case IL_WAIT_ENDED: return kinds_of_wait(low);
    case IL_GROUP_ENTERED: case IL_GROUP_LEFT: case IL_GROUP_NOTIFIED: case IL_GROUP_CREATED: return IL_CHOICE_GROUPS;
    case IL_SEMAPHORE_CREATED: case IL_SEMAPHORE_SIGNALLED: return IL_CHOICE_SEMAPHORES;
    case IL_ONCE_BEGAN: case IL_ONCE_ENDED: return IL_CHOICE_ONCE;
    case IL_LOCK_ACQUIRED: case IL_LOCK_RELEASED: case IL_CONDITION_SIGNALLED: return IL_CHOICE_LOCKS;
    case IL_SOURCE_CREATED: case IL_SOURCE_FIRED: case IL_SOURCE_CANCELLED: case IL_TIMER_ARMED: case IL_SIGNAL_DELIVERED: return IL_CHOICE_SOURCES;
    case IL_OPERATION_ADDED: case IL_OPERATION_READY: case IL_OPERATION_DEPENDS: case IL_OPERATION_INDEPENDENT:
    case IL_OPERATION_CANCELLED: case IL_OPERATION_PRIORITY: case IL_OPERATION_RETURNED: return IL_CHOICE_OPERATIONS;
    case IL_TASK_CREATED: case IL_TASK_SUSPENDED: case IL_TASK_RESUMED: case IL_TASK_ENDED: case IL_TASK_CANCELLED:
    case IL_TASK_AWAITS: case IL_TASK_KNOWN: return IL_CHOICE_TASKS;
    case IL_THREAD_JOINED: return IL_CHOICE_JOINS;
    default: return 0;
    }
}

// Whether a record is about an item, or a queue, that was not chosen.
static bool concerns_another_queue(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument)
{
    switch (kind) {
    case IL_ITEM_ENQUEUED: case IL_ITEM_BEGAN: case IL_ITEM_ENDED: case IL_ITEM_CANCELLED: return object & IL_NOT_CHOSEN;
    case IL_OPERATION_ADDED: case IL_OPERATION_READY: case IL_OPERATION_CANCELLED: case IL_OPERATION_PRIORITY: case IL_OPERATION_RETURNED:
        return object & IL_NOT_CHOSEN;
    case IL_OPERATION_DEPENDS: case IL_OPERATION_INDEPENDENT: return (object | argument) & IL_NOT_CHOSEN;
    case IL_QUEUE_TARGETED: case IL_QUEUE_SUSPENDED: case IL_QUEUE_RESUMED: case IL_QUEUE_ACTIVATED: case IL_QUEUE_WIDTH: case IL_QUEUE_CANCELLED:
        return il_is_unchosen_queue(object);
    case IL_WAIT_BEGAN: case IL_WAIT_ENDED:
        switch (detail & 0xFF) {
        case IL_WAIT_WORK_ITEM: case IL_WAIT_OPERATION: return object & IL_NOT_CHOSEN;
        case IL_WAIT_OPERATION_QUEUE: return il_is_unchosen_queue(object);
        default: return false;
        }
    default: return false;
    }
}

bool il_is_left_out(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument)
{
    uint32_t kinds = kinds_of(kind, detail);
    if (kinds && !(kinds & ~il_choice.left_out)) return true;
    return il_choice.has_queues && concerns_another_queue(kind, detail, object, argument);
}

// MARK: names of queues

// Whether a text has the form of a pattern, in which `*` is any number of characters.
static bool matches(const char *pattern, const char *text, size_t length)
{
    const char *star = NULL, *end = text + length, *from = text;
    while (text < end) {
        if (*pattern == '*') {
            star = pattern++;
            from = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return !*pattern;
}

static bool matches_any(const char *name, size_t length)
{
    for (const char *pattern = queue_patterns; *pattern; pattern += strlen(pattern) + 1) {
        if (matches(pattern, name, length)) return true;
    }
    return false;
}

bool il_is_chosen_name(uint16_t queue_kind, const char *name, size_t length)
{
    if (!il_choice.has_queues || matches_any(name, length)) return true;
    // The names by which the system's queues are shown.
    if (queue_kind == IL_QUEUE_MAIN) return matches_any("main queue", 10);
    if (queue_kind != IL_QUEUE_GLOBAL) return false;
    if (length > 5 && memcmp(name, "Swift", 5) == 0) return matches_any("Swift global", 12);
    enum { ROOT = sizeof "com.apple.root." - 1, SUFFIX = sizeof "-qos" - 1 };
    char shown[64] = "global queue (";
    if (length <= ROOT || length - ROOT > 32) return false;
    strncat(shown, name + ROOT, length - ROOT);
    if (strlen(shown) > SUFFIX && strcmp(shown + strlen(shown) - SUFFIX, "-qos") == 0) shown[strlen(shown) - SUFFIX] = 0;
    strcat(shown, ")");
    return matches_any(shown, strlen(shown));
}
