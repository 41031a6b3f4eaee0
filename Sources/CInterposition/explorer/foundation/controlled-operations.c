// Foundation's operations under the explorer: Foundation runs unchanged, and the explorer is told
// what matters.
//
// Foundation protects an operation queue with its own locks, and submits what is to run to a
// dispatch queue. Its locks are internal: acquiring one is not a step, since its holder releases it
// before any other task runs. If a task blocks while it holds one all the same, others wait for the
// lock as tasks. Other tasks are affected by the code sections in which Foundation holds a
// queue's lock (adding, picking the next operation, removing finished ones), and what happens to an
// operation: it finishes, is cancelled, gets a dependency, or is asked for its state. The explorer
// is told before these happen, and then Foundation does them. What Foundation submits comes back as
// a task of the explorer.
#define _GNU_SOURCE
#include "explorer/foundation/controlled-operations.h"

#include "explorer/dispatch-calls.h"
#include "recorder/operation-table.h"
#include "recorder/record-kinds.h"
#include "symbols/operations.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <string.h>

SWIFT typedef long (*number_getter)(SELF);
SWIFT typedef bool (*flag_getter)(SELF);
SWIFT typedef void *(*object_getter)(SELF);

uintptr_t il_operates_for(void *frame)
{
    return il_self.operating_for ? il_self.operating_for : il_program_caller(frame);
}

// MARK: sections of code that hold a queue's lock

struct section {
    const char *symbol;
    uint32_t section;
    uintptr_t low, high;
};

static struct section sections[] = {
    {"$s10Foundation14OperationQueueC14_addOperations_7barrierySayAA0B0CG_SbtF", INTERLEAVE_SECTION_ADD, 0, 0},
    {"$s10Foundation14OperationQueueC15addBarrierBlockyyyyYbcF", INTERLEAVE_SECTION_BARRIER, 0, 0},
    {"$s10Foundation14OperationQueueC9_scheduleyyF", INTERLEAVE_SECTION_SCHEDULE, 0, 0},
    {"$s10Foundation14OperationQueueC18_operationFinishedyyAA0B0C_AF18__NSOperationStateOtF", INTERLEAVE_SECTION_LEAVE, 0, 0},
    {"$s10Foundation14OperationQueueC10operationsSayAA0B0CGvg", INTERLEAVE_SECTION_READ, 0, 0},
    {"$s10Foundation14OperationQueueC14operationCountSivg", INTERLEAVE_SECTION_READ, 0, 0},
    {"$s10Foundation14OperationQueueC19cancelAllOperationsyyF", INTERLEAVE_SECTION_READ, 0, 0},
    {"$s10Foundation14OperationQueueC33waitUntilAllOperationsAreFinishedyyF", INTERLEAVE_SECTION_SILENT, 0, 0},
    {"$s10Foundation14OperationQueueC4nameSSSgvg", INTERLEAVE_SECTION_SILENT, 0, 0},
    {"$s10Foundation14OperationQueueC4nameSSSgvs", INTERLEAVE_SECTION_SILENT, 0, 0},
    {"$s10Foundation14OperationQueueC8progressAA8ProgressCvg", INTERLEAVE_SECTION_SILENT, 0, 0},
    {"$s10Foundation14OperationQueueC010underlyingC08Dispatch0eC0CSgvg", INTERLEAVE_SECTION_SILENT, 0, 0},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

// Whether an address is in a function; the function's extent is looked up once.
static bool is_in(struct section *section, uintptr_t address)
{
    if (!section->low) {
        // (The real function, not our replacement.)
        void *found = il_real(section->symbol);
        Dl_info info;
        ElfW(Sym) *symbol = NULL;
        section->low = 1;
        if (found && dladdr1(found, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol) {
            section->low = (uintptr_t)found;
            section->high = (uintptr_t)found + symbol->st_size;
        }
    }
    return section->high && address - section->low < section->high - section->low;
}

static uint32_t section_of(uintptr_t address)
{
    for (size_t index = 0; index < SECTIONS; index++) {
        if (is_in(&sections[index], address)) return sections[index].section;
    }
    return INTERLEAVE_SECTION_OTHER;
}

bool il_asks_to_finish(void *return_address)
{
    static struct section others[] = {
        {"$s10Foundation9OperationC6cancelyyF", 0, 0, 0}, {"$s10Foundation9OperationC17waitUntilFinishedyyF", 0, 0, 0},
        {"$s10Foundation14BlockOperationC012addExecutionB0yyyyYbcF", 0, 0, 0},
    };
    if (il_module_of((uintptr_t)return_address) != IL_FOUNDATION) return false;
    for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
        if (is_in(&others[index], (uintptr_t)return_address)) return false;
    }
    return true;
}

// MARK: the locks of queues

// Maps the address of a mutex to its queue. A destroyed lock frees its slot. The end of an
// execution frees all slots: queues of executions that did not finish are never destroyed.
enum { LOCKS = 1 << 14 };
static struct {
    const void *mutex, *queue;
    uint64_t execution;
} locks[LOCKS];
static uint64_t execution = 1;
static pthread_mutex_t *probed;  // the mutex locked last while a queue's lock is being looked for
static bool is_probing;
static pthread_mutex_t *lock_of_main_queue;

static size_t place_of(const void *mutex) { return ((uintptr_t)mutex >> 4) * 0x9E3779B97F4A7C15ull >> 50; }

static const void *queue_of(const void *mutex)
{
    for (size_t at = place_of(mutex), probe = 0; probe < 16; probe++) {
        size_t index = (at + probe) % LOCKS;
        if (locks[index].mutex == mutex && locks[index].execution == execution) return locks[index].queue;
    }
    return NULL;
}

void il_forget_lock(const void *mutex)
{
    for (size_t at = place_of(mutex), probe = 0; probe < 16; probe++) {
        size_t index = (at + probe) % LOCKS;
        if (locks[index].mutex == mutex) locks[index].mutex = locks[index].queue = NULL;
    }
}

bool il_is_operation_queue(const void *object)
{
    static const void *class;
    if (!class) class = dlsym(RTLD_DEFAULT, "$s10Foundation14OperationQueueCN");
    for (const void *own = object ? *(const void *const *)object : NULL; own; own = ((const void *const *)own)[1]) {
        if (own == class) return true;
    }
    return false;
}

// Counting its operations acquires a queue's lock, and no other: so its lock is found.
void il_operate_on_queue(void *queue)
{
    number_getter count = (number_getter)il_real("$s10Foundation14OperationQueueC14operationCountSivg");
    if (!count) return;
    is_probing = true;
    probed = NULL;
    count(queue);
    is_probing = false;
    if (!probed || queue_of(probed) == queue) return;
    if ((uintptr_t)queue == interleave_main_operation_queue()) lock_of_main_queue = probed;
    for (size_t at = place_of(probed), probe = 0; probe < 16; probe++) {
        size_t index = (at + probe) % LOCKS;
        if (locks[index].execution == execution && locks[index].mutex && locks[index].mutex != probed) continue;
        locks[index].execution = execution;
        locks[index].mutex = probed;
        locks[index].queue = queue;
        break;
    }
}

int il_lock_internally(pthread_mutex_t *mutex, uintptr_t foundation)
{
    if (is_probing) {
        probed = mutex;
        return IL_REAL(pthread_mutex_lock)(mutex);
    }
    const void *queue = queue_of(mutex);
    uint32_t section = queue ? section_of(foundation) : INTERLEAVE_SECTION_SILENT;
    if (section != INTERLEAVE_SECTION_SILENT) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_OPERATION_SECTION, .object = (uintptr_t)queue, .value = section,
            .caller = il_operates_for(__builtin_frame_address(0))});
    }
    int error;
    while ((error = IL_REAL(pthread_mutex_trylock)(mutex)) == EBUSY) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_OPERATION_LOCK, .object = (uintptr_t)mutex, .caller = il_operates_for(__builtin_frame_address(0))});
    }
    return error;
}

// MARK: blocks that Foundation submits

// The block that Foundation made last for a barrier: identifies the barrier flag.
static __thread const void *barrier_block __attribute__((tls_model("initial-exec")));
static __thread struct il_addition addition __attribute__((tls_model("initial-exec")));

struct il_addition *il_addition(void) { return &addition; }

// The block that will start an operation captures its queue and the operation.
void *il_operate_block(unsigned long flags, void *block, void *outer)
{
    enum { BARRIER = 1 };
    if (flags & BARRIER) {
        barrier_block = outer;
        return outer;
    }
    const struct { uintptr_t reserved, size; } *descriptor = (const void *)((const uintptr_t *)block)[3];
    if (!descriptor || descriptor->size < 48) return outer;
    void *const *context = (void *const *)((const uintptr_t *)block)[5];
    if (!context) return outer;
    void *queue = context[2], *operation = context[3];
    if (!il_is_operation_queue(queue)) {
        queue = context[3];
        operation = context[2];
        if (!il_is_operation_queue(queue)) return outer;
    }
    il_enter();
    il_watch_class_of_operation(operation);
    il_leave();
    uintptr_t code = addition.closure ? addition.closure : il_code_of_operation(operation);
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_OPERATION_ADDED, .object = (uintptr_t)operation, .other = (uintptr_t)queue, .value = (uintptr_t)outer,
        .closure = code, .flags = addition.is_barrier ? INTERLEAVE_BARRIER : 0, .caller = il_operates_for(__builtin_frame_address(0))});
    return outer;
}

bool il_operate_async(uint16_t how, void *queue, void *block, uint64_t extra)
{
    if (block == barrier_block) how |= IL_BARRIER;
    barrier_block = NULL;
    il_control_operation(how, queue, block, extra, il_operates_for(__builtin_frame_address(0)));
    return true;
}

// MARK: questions of the explorer

size_t interleave_operation_name(uintptr_t operation, char *text, size_t room) { return il_label_of_operation((void *)operation, text, room); }
size_t interleave_operation_queue_name(uintptr_t queue, char *text, size_t room) { return il_name_of_operation_queue((void *)queue, text, room); }

int64_t interleave_operation_priority(uintptr_t operation) { return il_priority_of_operation((void *)operation); }
uintptr_t interleave_operation_code(uintptr_t operation) { return il_code_of_operation((void *)operation); }

// The maxConcurrentOperationCount; below 0: none.
int64_t interleave_operation_queue_limit(uintptr_t queue)
{
    number_getter limit = (number_getter)il_real("$s10Foundation14OperationQueueC013maxConcurrentB5CountSivg");
    return limit ? limit((void *)queue) : -1;
}

// Whether an operation is ready, has normal priority, and its class leaves readiness to Foundation.
bool interleave_operation_is_plain(uintptr_t operation)
{
    flag_getter is_ready = (flag_getter)il_real("$s10Foundation9OperationC7isReadySbvg");
    number_getter priority = (number_getter)il_real("$s10Foundation9OperationC13queuePriorityAC05QueueD0Ovg");
    enum { NORMAL = 2 };  // the third of its cases: very low, low, normal
    return is_ready && priority && il_leaves_readiness((void *)operation) && is_ready((void *)operation)
        && (unsigned char)priority((void *)operation) == NORMAL;
}

static void *main_queue(void)
{
    static void *found;
    if (found) return found;
    object_getter get = (object_getter)il_real("$s10Foundation14OperationQueueC4mainACvgZ");
    void *class = dlsym(RTLD_DEFAULT, "$s10Foundation14OperationQueueCN");
    if (get && class) found = get(class);
    return found;
}

uintptr_t interleave_main_operation_queue(void) { return (uintptr_t)main_queue(); }

int64_t interleave_operation_queue_width(uintptr_t queue)
{
    void *self = (void *)queue;
    flag_getter is_suspended = (flag_getter)il_real("$s10Foundation14OperationQueueC11isSuspendedSbvg");
    number_getter limit = (number_getter)il_real("$s10Foundation14OperationQueueC013maxConcurrentB5CountSivg");
    if (!is_suspended || !limit || is_suspended(self)) return -1;
    long width = limit(self);
    return width < 0 || width > INT32_MAX ? 0 : width == 0 ? -1 : width;
}

// Leftovers of an execution in the main operation queue would block the next one: its initial bytes
// are restored.
void interleave_renew_operation_queues(void)
{
    execution++;
    enum { HEADER = 16, ROOM = 1024 };
    static unsigned char first[ROOM];
    static size_t size;
    char *queue = main_queue();
    if (!queue) return;
    if (!size) {
        size = (*(const uint32_t **)queue)[6];
        if (size > ROOM) size = ROOM;
        memcpy(first, queue + HEADER, size - HEADER);
    } else {
        memcpy(queue + HEADER, first, size - HEADER);
        // The task that held its lock is gone.
        if (lock_of_main_queue) memset(lock_of_main_queue, 0, sizeof *lock_of_main_queue);
    }
}
