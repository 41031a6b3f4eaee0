// Foundation's operations, seen as operations: what was added to which queue, with which name and dependencies, when it began and ended.
//
// Foundation's methods are Swift methods; callers reach them in two ways, and both are taken. A program that knows the exact class, or inherits the
// method, binds to its symbol: we define that symbol. Everybody else goes through the table of methods in the class object: there we replace the
// words that hold a method's address (`il_patch_operations`, when a recording starts). A class of the program that overrides `start()` has its own word in
// its own table: that one is replaced when the first operation of the class is added, and the original kept.
//
// An operation is known by its address, from its init to the init of the next one at the same address. Its item ends when `start()` returns, or, for an
// asynchronous one (which overrides `start()` and returns early), when it announces that `isFinished` has changed and then says yes to it.
//
// Swift's calling convention is C's with `self` in a register of its own; nothing of Foundation is linked, everything is looked up by name.
#define _GNU_SOURCE
#include "items.h"
#include "swift-values.h"

#include <dlfcn.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// A method of Foundation: our function under its symbol, and the real one behind it.
#define METHOD(name, symbol, result, ...)                             \
    SWIFT IL_EXPORT result name(__VA_ARGS__) __asm__(symbol);         \
    static const char name##_symbol[] = symbol;

METHOD(queue_add, "$s10Foundation14OperationQueueC03addB0yyAA0B0CF", void, void *operation, SELF)
METHOD(queue_add_block, "$s10Foundation14OperationQueueC03addB0yyyyYbcF", void, void *function, void *context, SELF)
METHOD(queue_add_all, "$s10Foundation14OperationQueueC13addOperations_17waitUntilFinishedySayAA0B0CG_SbtF", void, void *array, bool wait, SELF)
METHOD(queue_add_barrier, "$s10Foundation14OperationQueueC15addBarrierBlockyyyyYbcF", void, void *function, void *context, SELF)
METHOD(queue_wait, "$s10Foundation14OperationQueueC33waitUntilAllOperationsAreFinishedyyF", void, SELF)
METHOD(queue_suspend, "$s10Foundation14OperationQueueC11isSuspendedSbvs", void, bool suspended, SELF)
METHOD(operation_start, "$s10Foundation9OperationC5startyyF", void, SELF)
METHOD(operation_cancel, "$s10Foundation9OperationC6cancelyyF", void, SELF)
METHOD(operation_add_dependency, "$s10Foundation9OperationC13addDependencyyyACF", void, void *other, SELF)
METHOD(operation_remove_dependency, "$s10Foundation9OperationC16removeDependencyyyACF", void, void *other, SELF)
METHOD(operation_wait, "$s10Foundation9OperationC17waitUntilFinishedyyF", void, SELF)
METHOD(operation_changed_key, "$s10Foundation9OperationC14didChangeValue6forKeyySS_tF", void, uint64_t low, void *high, SELF)
METHOD(operation_changed_path, "$s10Foundation9OperationC14didChangeValue3forys7KeyPathCyACxG_tlF", void, void *path, void *type, SELF)
METHOD(operation_init, "$s10Foundation9OperationCACycfc", void *, SELF)
METHOD(block_operation_init, "$s10Foundation14BlockOperationC5blockACyyYbc_tcfC", void *, void *function, void *context, SELF)

#define REAL(name)                                                                                  \
    ({                                                                                              \
        static __typeof__(&name) _Atomic real_##name;                                               \
        __typeof__(&name) found = atomic_load_explicit(&real_##name, memory_order_relaxed);         \
        if (!found) {                                                                               \
            found = (__typeof__(&name))il_real(name##_symbol);                                      \
            atomic_store_explicit(&real_##name, found, memory_order_relaxed);                       \
        }                                                                                           \
        found;                                                                                      \
    })

// MARK: what is known of an operation

struct operation {
    struct operation *next;
    const void *address;
    uint64_t item;
    void *queue;            // the OperationQueue it was added to
    uintptr_t closure;      // of a block operation
    uint16_t how;
    bool added, began, ended;
    int32_t starting;       // how many start() are on the stack: an override and the one it calls
};

enum { BUCKETS = 4096, KEPT = 1 << 17 };
static struct operation *table[BUCKETS];
static uint32_t known_count;
static atomic_flag table_lock = ATOMIC_FLAG_INIT;

static void lock_table(void)
{
    while (atomic_flag_test_and_set_explicit(&table_lock, memory_order_acquire)) sched_yield();
}

static void unlock_table(void) { atomic_flag_clear_explicit(&table_lock, memory_order_release); }

static struct operation **bucket_of(const void *address) { return &table[((uintptr_t)address >> 4) * 0x9E3779B97F4A7C15ull >> 52]; }

// The table's lock is held.
static struct operation *find(const void *address)
{
    struct operation *operation = *bucket_of(address);
    while (operation && operation->address != address) operation = operation->next;
    return operation;
}

// The operation at this address, made known if it was not; `fresh`: whatever was known of the address was of one that is gone. The lock is held.
static struct operation *know(const void *address, bool fresh)
{
    struct operation *operation = find(address);
    if (operation && !fresh) return operation;
    if (!operation) {
        if (known_count == KEPT || !(operation = malloc(sizeof *operation))) return NULL;
        known_count++;
        struct operation **bucket = bucket_of(address);
        operation->next = *bucket;
        *bucket = operation;
    }
    struct operation *next = operation->next;
    *operation = (struct operation){.next = next, .address = address, .item = il_new_item(), .how = IL_HOW_OPERATION};
    return operation;
}

static uint64_t item_of(const void *address)
{
    lock_table();
    struct operation *operation = know(address, false);
    uint64_t item = operation ? operation->item : 0;
    unlock_table();
    return item;
}

void il_forget_operations(void)
{
    lock_table();
    for (int index = 0; index < BUCKETS; index++) {
        while (table[index]) {
            struct operation *gone = table[index];
            table[index] = gone->next;
            free(gone);
        }
    }
    known_count = 0;
    unlock_table();
}

// MARK: names

SWIFT typedef struct il_optional_string (*name_getter)(SELF);

static size_t name_of(void *object, const char *getter, char *text, size_t room)
{
    name_getter get = (name_getter)dlsym(RTLD_DEFAULT, getter);
    return get ? il_take_string(get(object), text, room) : 0;
}

static void know_operation_queue(void *queue)
{
    uint64_t *mine = &il_self.queues[((uint64_t)queue >> 5) % 64];
    if (*mine == (uint64_t)queue) return;
    *mine = (uint64_t)queue;
    if (!il_is_new_queue(queue)) return;
    char name[512];
    size_t length = name_of(queue, "$s10Foundation14OperationQueueC4nameSSSgvg", name, sizeof name - 1);
    name[length] = 0;
    // Foundation calls a queue without a name by its address, which says nothing.
    if (!length || strncmp(name, "NSOperationQueue 0x", 19) == 0) strcpy(name, "operation queue");
    if (strcmp(name, "NSOperationQueue Main Queue") == 0) strcpy(name, "main operation queue");
    il_define_queue((uint64_t)queue, 0, IL_QUEUE_OPERATION, name);
}

// What an operation is called: its name, else the program's class.
static size_t label_of(void *operation, char *text, size_t room)
{
    size_t length = name_of(operation, "$s10Foundation9OperationC4nameSSSgvg", text, room);
    if (length) return length;
    const uintptr_t *class = *(const uintptr_t **)operation;
    if (class == dlsym(RTLD_DEFAULT, "$s10Foundation14BlockOperationCN") || class == dlsym(RTLD_DEFAULT, "$s10Foundation9OperationCN")) return 0;
    return il_type_name(class, text, room);
}

// MARK: begin and end

static void begin(void *self)
{
    lock_table();
    struct operation *operation = find(self), copy = {0};
    if (operation && !operation->began) {
        operation->began = true;
        copy = *operation;
    }
    unlock_table();
    if (copy.item) il_write(IL_ITEM_BEGAN, copy.how, copy.item, (uint64_t)copy.queue);
}

static void end(void *self)
{
    lock_table();
    struct operation *operation = find(self), copy = {0};
    if (operation && operation->began && !operation->ended) {
        operation->ended = true;
        copy = *operation;
    }
    unlock_table();
    if (copy.item) il_write(IL_ITEM_ENDED, copy.how, copy.item, (uint64_t)copy.queue);
}

// Where in a class object the words of two methods stand, in bytes from its start; found when the tables are patched.
static size_t start_slot, finished_slot;

SWIFT typedef bool (*flag_getter)(SELF);

static bool is_finished(void *self)
{
    const char *class = *(const char **)self;
    return finished_slot && (*(flag_getter *)(class + finished_slot))(self);
}

// MARK: classes that override start()

struct override {
    const void *class;
    SWIFT void (*start)(SELF);
};
static struct override overrides[256];
static _Atomic uint32_t override_count;

SWIFT static void overridden_start(SELF)
{
    const void *class = *(const void **)self;
    SWIFT void (*original)(SELF) = NULL;
    uint32_t count = atomic_load(&override_count);
    for (uint32_t index = 0; index < count && !original; index++) {
        if (overrides[index].class == class) original = overrides[index].start;
    }
    bool recorded = il_recording();
    if (recorded) begin(self);
    original(self);
    if (recorded && il_recording()) {
        il_enter();
        bool finished = is_finished(self);
        il_leave();
        if (finished) end(self);
    }
}

static bool make_writable(void *word)
{
    uintptr_t page = (uintptr_t)word & ~(uintptr_t)4095;
    return mprotect((void *)page, 4096, PROT_READ | PROT_WRITE) == 0;
}

static void watch_class_of(void *operation)
{
    char *class = *(char **)operation;
    if (!start_slot) return;
    SWIFT void (**word)(SELF) = (SWIFT void (**)(SELF))(class + start_slot);
    SWIFT void (*present)(SELF) = *word;
    if (present == operation_start || present == REAL(operation_start) || present == overridden_start) return;
    lock_table();
    uint32_t count = atomic_load(&override_count);
    if (*word != overridden_start && count < 256 && make_writable(word)) {
        overrides[count] = (struct override){class, *word};
        atomic_store(&override_count, count + 1);
        *word = overridden_start;
    }
    unlock_table();
}

// MARK: adding

static __thread struct {
    uintptr_t caller, closure;
} adding_block;

static void added(void *queue, void *self, uint16_t detail, uintptr_t caller, uintptr_t closure)
{
    il_enter();
    know_operation_queue(queue);
    watch_class_of(self);
    char label[512];
    size_t length = label_of(self, label, sizeof label);
    lock_table();
    struct operation *operation = find(self);
    operation = know(self, operation && (operation->ended || operation->added));
    struct operation copy = {0};
    if (operation) {
        operation->queue = queue;
        operation->added = true;
        if (closure) operation->closure = closure;
        copy = *operation;
    }
    unlock_table();
    if (copy.item) {
        il_write_place(IL_ITEM_ENQUEUED, IL_HOW_OPERATION | detail, copy.item, (uint64_t)queue, caller, copy.closure, 0);
        il_write(IL_OPERATION_ADDED, 0, copy.item, (uint64_t)self);
        if (length) il_write_text(copy.item, IL_OPERATION_ADDED, label, length);
    }
    il_leave();
}

SWIFT IL_EXPORT void queue_add(void *operation, SELF)
{
    uintptr_t caller = 0;
    if (il_recording()) {
        if (adding_block.caller) {
            added(self, operation, 0, adding_block.caller, adding_block.closure);
            adding_block.caller = 0;
        } else if ((caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
            added(self, operation, 0, caller, 0);
        }
    }
    REAL(queue_add)(operation, self);
}

SWIFT IL_EXPORT void queue_add_block(void *function, void *context, SELF)
{
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_block)(function, context, self);
        return;
    }
    // Foundation makes a block operation of it and adds that, through the table of methods.
    adding_block.caller = caller;
    adding_block.closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;
    REAL(queue_add_block)(function, context, self);
    adding_block.caller = 0;
}

// An array of objects: behind the object's header of two words its count, its capacity, and the elements.
SWIFT IL_EXPORT void queue_add_all(void *array, bool wait, SELF)
{
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_all)(array, wait, self);
        return;
    }
    const uintptr_t *words = array;
    for (uintptr_t index = 0; index < words[2]; index++) added(self, (void *)words[4 + index], 0, caller, 0);
    if (wait) il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, IL_FOREVER, caller, 0, 0);
    il_enter();
    REAL(queue_add_all)(array, wait, self);
    il_leave();
    if (wait) il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, 0);
}

// The barrier's operation is made inside Foundation, of a class of its own; what runs is the program's closure. So the closure is wrapped: a closure of
// ours that knows the item calls it.
SWIFT IL_EXPORT void queue_add_barrier(void *function, void *context, SELF)
{
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_add_barrier)(function, context, self);
        return;
    }
    il_enter();
    know_operation_queue(self);
    uint64_t item = il_new_item();
    uintptr_t closure = il_module_of((uintptr_t)function) == IL_PROGRAM ? (uintptr_t)function : 0;
    il_write_place(IL_ITEM_ENQUEUED, IL_HOW_OPERATION | IL_BARRIER, item, (uint64_t)self, caller, closure, 0);
    void *wrapped = il_wrap_closure(function, context, item, self);
    if (wrapped) {
        REAL(queue_add_barrier)((void *)il_run_wrapped_closure, wrapped, self);
        il_release_object(wrapped);
    } else {
        REAL(queue_add_barrier)(function, context, self);
    }
    il_leave();
}

// MARK: making, running, cancelling

SWIFT IL_EXPORT void *operation_init(SELF)
{
    if (il_recording()) {
        lock_table();
        know(self, true);
        unlock_table();
    }
    return REAL(operation_init)(self);
}

SWIFT IL_EXPORT void *block_operation_init(void *function, void *context, SELF)
{
    void *made = REAL(block_operation_init)(function, context, self);
    if (il_recording()) {
        lock_table();
        struct operation *operation = know(made, true);
        if (operation && il_module_of((uintptr_t)function) == IL_PROGRAM) operation->closure = (uintptr_t)function;
        unlock_table();
    }
    return made;
}

// Started by hand, without a queue: it runs here and now, and is seen from now on.
static void start_by_hand(void *self, uintptr_t caller)
{
    lock_table();
    struct operation *operation = find(self);
    if (operation && operation->ended) operation = know(self, true);
    if (!operation) operation = know(self, false);
    bool by_hand = operation && !operation->added && !operation->began;
    struct operation copy = {0};
    if (by_hand) {
        operation->began = true;
        operation->how = IL_HOW_PERFORMED;
        copy = *operation;
    }
    unlock_table();
    if (!by_hand) return;
    char label[512];
    il_enter();
    size_t length = label_of(self, label, sizeof label);
    il_leave();
    il_write_place(IL_ITEM_BEGAN, IL_HOW_PERFORMED, copy.item, 0, caller, copy.closure, 0);
    if (length) il_write_text(copy.item, IL_OPERATION_ADDED, label, length);
}

SWIFT IL_EXPORT void operation_start(SELF)
{
    if (!il_recording()) {
        REAL(operation_start)(self);
        return;
    }
    uintptr_t caller = il_module_of((uintptr_t)__builtin_return_address(0)) == IL_PROGRAM ? (uintptr_t)__builtin_return_address(0) : 0;
    if (caller) start_by_hand(self, caller);
    begin(self);
    REAL(operation_start)(self);
    if (il_recording()) end(self);
}

SWIFT IL_EXPORT void operation_cancel(SELF)
{
    if (il_recording()) {
        lock_table();
        struct operation *operation = find(self);
        uint64_t item = operation ? operation->item : 0;
        unlock_table();
        uintptr_t caller = il_caller_on_behalf(__builtin_frame_address(0));
        if (item) il_write_place(IL_OPERATION_CANCELLED, 0, item, 0, caller, 0, 0);
    }
    REAL(operation_cancel)(self);
}

// What changed is in the key; whether it is done now is asked of the operation itself, whatever the key.
static void changed(void *self)
{
    if (!il_recording()) return;
    lock_table();
    struct operation *operation = find(self);
    bool running = operation && operation->began && !operation->ended;
    unlock_table();
    if (!running) return;
    il_enter();
    bool finished = is_finished(self);
    il_leave();
    if (finished) end(self);
}

SWIFT IL_EXPORT void operation_changed_key(uint64_t low, void *high, SELF)
{
    changed(self);
    REAL(operation_changed_key)(low, high, self);
}

SWIFT IL_EXPORT void operation_changed_path(void *path, void *type, SELF)
{
    changed(self);
    REAL(operation_changed_path)(path, type, self);
}

// MARK: dependencies and waiting

static void depend(void *self, void *other, uint16_t kind, uintptr_t caller)
{
    if (caller) il_write_place(kind, 0, item_of(self), item_of(other), caller, 0, 0);
}

SWIFT IL_EXPORT void operation_add_dependency(void *other, SELF)
{
    if (il_recording()) depend(self, other, IL_OPERATION_DEPENDS, il_caller_on_behalf(__builtin_frame_address(0)));
    REAL(operation_add_dependency)(other, self);
}

SWIFT IL_EXPORT void operation_remove_dependency(void *other, SELF)
{
    if (il_recording()) depend(self, other, IL_OPERATION_INDEPENDENT, il_caller_on_behalf(__builtin_frame_address(0)));
    REAL(operation_remove_dependency)(other, self);
}

SWIFT IL_EXPORT void operation_wait(SELF)
{
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(operation_wait)(self);
        return;
    }
    uint64_t item = item_of(self);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION, item, IL_FOREVER, caller, 0, 0);
    il_enter();
    REAL(operation_wait)(self);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION, item, 0);
}

SWIFT IL_EXPORT void queue_wait(SELF)
{
    uintptr_t caller;
    if (!il_recording() || !(caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        REAL(queue_wait)(self);
        return;
    }
    il_enter();
    know_operation_queue(self);
    il_write_place(IL_WAIT_BEGAN, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, IL_FOREVER, caller, 0, 0);
    REAL(queue_wait)(self);
    il_leave();
    il_write(IL_WAIT_ENDED, IL_WAIT_OPERATION_QUEUE, (uint64_t)self, 0);
}

SWIFT IL_EXPORT void queue_suspend(bool suspended, SELF)
{
    uintptr_t caller;
    if (il_recording() && (caller = il_caller_on_behalf(__builtin_frame_address(0)))) {
        il_enter();
        know_operation_queue(self);
        il_write_place(suspended ? IL_QUEUE_SUSPENDED : IL_QUEUE_RESUMED, 0, (uint64_t)self, 0, caller, 0, 0);
        il_leave();
    }
    REAL(queue_suspend)(suspended, self);
}

// MARK: the tables of methods

static void patch_class(const char *symbol)
{
    static const struct {
        const char *symbol;
        void *ours;
    } methods[] = {
        {queue_add_symbol, queue_add}, {queue_add_block_symbol, queue_add_block}, {queue_add_all_symbol, queue_add_all},
        {queue_add_barrier_symbol, queue_add_barrier}, {queue_wait_symbol, queue_wait}, {queue_suspend_symbol, queue_suspend},
        {operation_start_symbol, operation_start}, {operation_cancel_symbol, operation_cancel},
        {operation_add_dependency_symbol, operation_add_dependency}, {operation_remove_dependency_symbol, operation_remove_dependency},
        {operation_wait_symbol, operation_wait},
    };
    char *class = dlsym(RTLD_DEFAULT, symbol);
    if (!class) return;
    void *is_finished_getter = il_real("$s10Foundation9OperationC10isFinishedSbvg");
    size_t size = il_class_size(class);
    for (size_t offset = 48; offset + 8 <= size; offset += 8) {
        void **word = (void **)(class + offset);
        if (*word && *word == is_finished_getter && !finished_slot) finished_slot = offset;
        for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
            if (methods[index].ours == (void *)operation_start && *word == methods[index].ours) start_slot = offset;
            if (!*word || *word != il_real(methods[index].symbol) || *word == methods[index].ours) continue;
            if (methods[index].ours == (void *)operation_start) start_slot = offset;
            if (make_writable(word)) *word = methods[index].ours;
        }
    }
}

void il_patch_operations(void)
{
    patch_class("$s10Foundation9OperationCN");
    patch_class("$s10Foundation14BlockOperationCN");
    patch_class("$s10Foundation14OperationQueueCN");
}
