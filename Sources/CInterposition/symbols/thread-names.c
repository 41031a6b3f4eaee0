// The names that a program gives to Foundation's threads. Foundation passes a name to the system
// only if the thread has already been started: an earlier one is lost. So the names are recorded
// where the program sets them. A name that comes before start() is kept here until then.
#define _GNU_SOURCE
#include "symbols/thread-names.h"

#include "program/swift-values.h"
#include "recorder/ring.h"
#include "symbols/operations.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <string.h>

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "symbols/operation-methods.h"
#undef METHOD

typedef SWIFT struct il_optional_string (*name_getter)(SELF);
typedef SWIFT void *(*current_getter)(SELF);

static __thread char next_name[64] __attribute__((tls_model("initial-exec")));
static __thread bool is_passed_on __attribute__((tls_model("initial-exec")));  // Foundation has given a name to the system

void il_system_got_name(void) { is_passed_on = true; }

const char *il_name_of_next_thread(void) { return next_name[0] ? next_name : NULL; }

// MARK: names that came before start()

// By the address of the thread's object. An object that is made at this address later has no name:
// then the entry is removed.
enum { NAMES = 256 };
static struct early_name { void *thread; char name[64]; } early_names[NAMES];
static uint32_t newest;
static _Atomic uint32_t early_count;
static atomic_flag names_lock = ATOMIC_FLAG_INIT;

static void lock_names(void)
{
    while (atomic_flag_test_and_set_explicit(&names_lock, memory_order_acquire)) sched_yield();
}

static void unlock_names(void) { atomic_flag_clear_explicit(&names_lock, memory_order_release); }

static struct early_name *early_name_of(const void *thread)
{
    for (int index = 0; index < NAMES; index++) {
        if (early_names[index].thread == thread) return &early_names[index];
    }
    return NULL;
}

// Where all entries are in use, the oldest is lost.
static void keep_name(void *thread, const char *name, size_t length)
{
    lock_names();
    struct early_name *entry = early_name_of(thread);
    if (!entry) entry = early_name_of(NULL);
    if (!entry) entry = &early_names[newest++ % NAMES];
    else if (!entry->thread) atomic_fetch_add(&early_count, 1);
    entry->thread = thread;
    memcpy(entry->name, name, length);
    entry->name[length] = 0;
    unlock_names();
}

// Takes the name out of the table; false: there is none.
static bool take_name(const void *thread, char *name)
{
    if (!atomic_load(&early_count)) return false;
    lock_names();
    struct early_name *entry = early_name_of(thread);
    if (entry) {
        memcpy(name, entry->name, sizeof entry->name);
        entry->thread = NULL;
        atomic_fetch_sub(&early_count, 1);
    }
    unlock_names();
    return entry != NULL;
}

static void *is_new(void *thread)
{
    char old[sizeof early_names[0].name];
    (void)take_name(thread, old);
    return thread;
}

SWIFT IL_EXPORT void *thread_init(SELF) { return is_new(REAL(thread_init)(self)); }
SWIFT IL_EXPORT void *thread_made(SELF) { return is_new(REAL(thread_made)(self)); }
SWIFT IL_EXPORT void *thread_made_block(void *function, void *context, SELF)
{
    return is_new(REAL(thread_made_block)(function, context, self));
}

// MARK: setting names

static size_t name_of(void *thread, char *text, size_t room)
{
    name_getter get = (name_getter)dlsym(RTLD_DEFAULT, "$s10Foundation6ThreadC4nameSSSgvg");
    size_t length = get ? il_take_string(get(thread), text, room - 1) : 0;
    text[length] = 0;
    return length;
}

static bool is_current(void *thread)
{
    current_getter get = (current_getter)dlsym(RTLD_DEFAULT, "$s10Foundation6ThreadC7currentACvgZ");
    void *current = get ? get(dlsym(RTLD_DEFAULT, "$s10Foundation6ThreadCN")) : NULL;
    il_release_object(current);
    return current == thread;
}

SWIFT IL_EXPORT void thread_start(SELF)
{
    if (il_recording()) {
        il_enter();
        if (!take_name(self, next_name)) name_of(self, next_name, sizeof next_name);
        if (strcmp(next_name, program_invocation_short_name) == 0) next_name[0] = 0;  // Foundation's answer for a thread without a name
        il_leave();
    }
    REAL(thread_start)(self);
    next_name[0] = 0;
}

SWIFT IL_EXPORT void thread_set_name(uint64_t low, uint64_t high, SELF)
{
    char name[64];
    size_t length = 0;
    bool is_early = false;
    if (il_recording()) {
        il_enter();
        length = il_read_string((struct il_optional_string){low, high}, name, sizeof name - 1);
        is_early = length && !is_current(self);
        if (length && !is_early) il_define_text(il_self.lane, IL_THREAD_STARTED, name, length);
        il_leave();
    }
    is_passed_on = false;
    REAL(thread_set_name)(low, high, self);
    if (is_early && !is_passed_on) keep_name(self, name, length);
}
