// A table of Foundation's operations, by address: the item, the queue, and the state of each.
// See operations.c.
#define _GNU_SOURCE
#include "recorder/operation-table.h"

#include "program/modules.h"
#include "program/swift-values.h"
#include "symbols/queues.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, KEPT = 1 << 17 };
static struct il_operation *table[BUCKETS];
static uint32_t known_count;
static atomic_flag table_lock = ATOMIC_FLAG_INIT;

void il_lock_operations(void)
{
    while (atomic_flag_test_and_set_explicit(&table_lock, memory_order_acquire)) sched_yield();
}

void il_unlock_operations(void) { atomic_flag_clear_explicit(&table_lock, memory_order_release); }

static struct il_operation **bucket_of(const void *address) { return &table[((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15ull >> 52]; }

// The table's lock is held.
struct il_operation *il_find_operation(const void *address)
{
    struct il_operation *operation = *bucket_of(address);
    while (operation && operation->address != address) operation = operation->next;
    return operation;
}

// The operation at this address, added if it was not known. `fresh`: what was known of the address
// concerned an earlier operation. The lock is held.
struct il_operation *il_know_operation(const void *address, bool fresh)
{
    struct il_operation *operation = il_find_operation(address);
    if (operation && !fresh) return operation;
    if (!operation) {
        if (known_count == KEPT || !(operation = malloc(sizeof *operation))) return NULL;
        known_count++;
        struct il_operation **bucket = bucket_of(address);
        operation->next = *bucket;
        *bucket = operation;
    }
    struct il_operation *next = operation->next;
    *operation = (struct il_operation){.next = next, .address = address, .item = il_new_item(), .how = IL_HOW_OPERATION};
    return operation;
}

uint64_t il_item_of_operation(const void *address)
{
    il_lock_operations();
    struct il_operation *operation = il_know_operation(address, false);
    uint64_t item = operation ? operation->item : 0;
    il_unlock_operations();
    return item;
}

void il_forget_operations(void)
{
    il_lock_operations();
    for (int index = 0; index < BUCKETS; index++) {
        while (table[index]) {
            struct il_operation *gone = table[index];
            table[index] = gone->next;
            free(gone);
        }
    }
    known_count = 0;
    il_unlock_operations();
}

// MARK: names

SWIFT typedef struct il_optional_string (*name_getter)(SELF);
SWIFT typedef long (*number_getter)(SELF);

static size_t name_of(void *object, const char *getter, char *text, size_t room)
{
    name_getter get = (name_getter)dlsym(RTLD_DEFAULT, getter);
    return get ? il_take_string(get(object), text, room) : 0;
}

size_t il_name_of_operation_queue(void *queue, char *text, size_t room)
{
    size_t length = name_of(queue, "$s10Foundation14OperationQueueC4nameSSSgvg", text, room);
    // Foundation names a queue without a name by its address, which says nothing.
    static const char by_address[] = "NSOperationQueue 0x", of_main[] = "NSOperationQueue Main Queue";
    const char *instead = NULL;
    if (!length || (length >= sizeof by_address - 1 && memcmp(text, by_address, sizeof by_address - 1) == 0)) instead = "operation queue";
    if (length == sizeof of_main - 1 && memcmp(text, of_main, length) == 0) instead = "main operation queue";
    if (!instead || room < strlen(instead)) return length;
    memcpy(text, instead, strlen(instead));
    return strlen(instead);
}

void il_know_operation_queue(void *queue)
{
    uint64_t *mine = &il_self.queues[((uint64_t)queue >> 5) % 64];
    if (*mine == (uint64_t)queue) return;
    *mine = (uint64_t)queue;
    if (!il_is_new_queue(queue)) return;
    char name[512];
    name[il_name_of_operation_queue(queue, name, sizeof name - 1)] = 0;
    il_define_queue((uint64_t)queue, 0, IL_QUEUE_OPERATION, name);
    number_getter width = (number_getter)il_real("$s10Foundation14OperationQueueC013maxConcurrentB5CountSivg");
    if (width) il_write(IL_QUEUE_WIDTH, IL_FOUND, (uint64_t)queue, (uint64_t)width(queue));
}

// The program has made a queue: at this address another one may have been known.
void il_make_operation_queue(void *queue)
{
    il_self.queues[((uint64_t)queue >> 5) % 64] = (uint64_t)queue;
    il_define_queue((uint64_t)queue, 0, IL_QUEUE_OPERATION, "operation queue");
}

// An operation's label: its name, else the program's class.
size_t il_label_of_operation(void *operation, char *text, size_t room)
{
    size_t length = name_of(operation, "$s10Foundation9OperationC4nameSSSgvg", text, room);
    if (length) return length;
    const uintptr_t *class = *(const uintptr_t **)operation;
    if (class == dlsym(RTLD_DEFAULT, "$s10Foundation14BlockOperationCN") || class == dlsym(RTLD_DEFAULT, "$s10Foundation9OperationCN")) return 0;
    return il_type_name(class, text, room);
}

// The queuePriority: -8, -4, 0, 4 or 8.
int64_t il_priority_of_operation(void *operation)
{
    number_getter get = (number_getter)il_real("$s10Foundation9OperationC13queuePriorityAC05QueueD0Ovg");
    enum { NORMAL = 2, CASES = 5, STEP = 4 };  // the third of the cases
    uint64_t number = get ? (unsigned char)get(operation) : NORMAL;
    return number < CASES ? ((int64_t)number - NORMAL) * STEP : 0;
}

// MARK: begin and end

void il_begin_operation(void *self)
{
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self), copy = {0};
    if (operation && !operation->began) {
        operation->began = true;
        copy = *operation;
    }
    il_unlock_operations();
    if (copy.item) il_write(IL_ITEM_BEGAN, copy.how, copy.item, (uint64_t)copy.queue);
}

void il_end_operation(void *self)
{
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self), copy = {0};
    if (operation && operation->began && !operation->ended) {
        operation->ended = true;
        copy = *operation;
    }
    il_unlock_operations();
    if (copy.item) il_write(IL_ITEM_ENDED, copy.how, copy.item, (uint64_t)copy.queue);
}

// start() has returned, and the operation is not finished: it says so itself later.
void il_return_from_start(void *self)
{
    il_lock_operations();
    struct il_operation *operation = il_find_operation(self);
    uint64_t item = operation && operation->began && !operation->ended ? operation->item : 0;
    il_unlock_operations();
    if (item) il_write(IL_OPERATION_RETURNED, 0, item, 0);
}
