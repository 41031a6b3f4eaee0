// The facts about Foundation's operations, by their addresses: operation-table.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

struct il_operation {
    struct il_operation *next;
    const void *address;
    uint64_t item;
    void *queue;            // the OperationQueue it was added to
    uintptr_t closure;      // for a block operation
    uint16_t how;
    bool added, began, ended;
};

IL_HIDDEN void il_lock_operations(void);
IL_HIDDEN void il_unlock_operations(void);
IL_HIDDEN struct il_operation *il_find_operation(const void *address);
IL_HIDDEN struct il_operation *il_know_operation(const void *address, bool fresh);
IL_HIDDEN uint64_t il_item_of_operation(const void *address);
IL_HIDDEN void il_know_operation_queue(void *queue);
IL_HIDDEN void il_make_operation_queue(void *queue);
IL_HIDDEN int64_t il_priority_of_operation(void *operation);
IL_HIDDEN void il_return_from_start(void *operation);
IL_HIDDEN size_t il_name_of_operation_queue(void *queue, char *text, size_t room);
IL_HIDDEN size_t il_label_of_operation(void *operation, char *text, size_t room);
IL_HIDDEN void il_begin_operation(void *operation);
IL_HIDDEN void il_end_operation(void *operation);
IL_HIDDEN void il_forget_operations(void);
