// The queues that a trace names: queues.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "recorder/ring.h"

IL_HIDDEN void il_define_queue(uint64_t address, uint64_t target, uint16_t kind, const char *label);
IL_HIDDEN void il_meet_queue(void *queue, uint64_t *mine);
IL_HIDDEN bool il_is_new_queue(void *queue);
IL_HIDDEN void il_reset_queues(void);
IL_HIDDEN bool il_is_concurrent_queue(void *queue);
IL_HIDDEN bool il_is_unchosen_queue(uint64_t address);
IL_HIDDEN void il_rename_queue(uint64_t address, uint16_t kind, const char *label, size_t length);

// Ensures that a queue is defined in the trace before it is named there.
static inline void il_know_queue(void *queue)
{
    uint64_t *mine = &il_self.queues[((uint64_t)queue >> 5) % 64];
    if (IL_UNLIKELY(*mine != (uint64_t)queue)) il_meet_queue(queue, mine);
}

// The number of a new item on a queue that is known.
static inline uint64_t il_new_item_on(const void *queue)
{
    bool is_chosen = IL_LIKELY(!il_choice.has_queues) || !il_is_unchosen_queue((uint64_t)queue);
    return is_chosen ? il_new_item() : il_new_item() | IL_NOT_CHOSEN;
}
