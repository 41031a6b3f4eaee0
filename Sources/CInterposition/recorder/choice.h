// The choice of what is recorded: kinds of records, and queues. See choice.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The kinds that can be chosen, as bits; the header of a trace has those that were left out
// (Format.md).
enum {
    IL_CHOICE_QUEUES = 1 << 0, IL_CHOICE_OPERATIONS = 1 << 1, IL_CHOICE_TASKS = 1 << 2, IL_CHOICE_ACTORS = 1 << 3, IL_CHOICE_GROUPS = 1 << 4,
    IL_CHOICE_SEMAPHORES = 1 << 5, IL_CHOICE_LOCKS = 1 << 6, IL_CHOICE_ONCE = 1 << 7, IL_CHOICE_SOURCES = 1 << 8, IL_CHOICE_JOINS = 1 << 9,
    IL_CHOICE_SLEEPS = 1 << 10, IL_CHOICE_KERNEL = 1 << 11,
};

// A number of an item with this bit is that of an item that is not recorded, because its queue was
// not chosen.
#define IL_NOT_CHOSEN (1ull << 63)

// The part that every record looks at: alone in its cache line, and not changed while recording.
struct il_choice {
    bool is_partial;      // something is left out
    bool has_queues;      // only some queues are recorded
    uint32_t left_out;    // kinds that are not recorded
};
extern __attribute__((visibility("hidden"))) struct il_choice il_choice __attribute__((aligned(64)));

struct il_header;

// Chooses what is recorded, before a recording starts. `left_out` is a number, `queues` are
// patterns, a line each; NULL: all.
__attribute__((visibility("hidden"))) void il_choose(const char *left_out, const char *queues);
__attribute__((visibility("hidden"))) void il_describe_choice(struct il_header *header);

// Whether a record is left out. Asked only if something is.
__attribute__((visibility("hidden"))) bool il_is_left_out(uint16_t kind, uint16_t detail, uint64_t object, uint64_t argument);

// Whether a queue, an operation queue or an actor with this name was chosen.
__attribute__((visibility("hidden"))) bool il_is_chosen_name(uint16_t queue_kind, const char *name, size_t length);
