// The names that a program gives to Foundation's threads. Foundation passes a name to the system
// only once it knows the thread's number, which may be too late for the thread itself. So the names
// are recorded where the program sets them: before start(), and from inside the thread.
#define _GNU_SOURCE
#include "symbols/thread-names.h"

#include "program/swift-values.h"
#include "recorder/ring.h"
#include "symbols/operations.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

#define METHOD(name, symbol, result, ...) __attribute__((unused)) static const char name##_symbol[] = symbol;
#include "symbols/operation-methods.h"
#undef METHOD

typedef SWIFT struct il_optional_string (*name_getter)(SELF);
typedef SWIFT void *(*current_getter)(SELF);

static __thread char next_name[64] __attribute__((tls_model("initial-exec")));

const char *il_name_of_next_thread(void) { return next_name[0] ? next_name : NULL; }

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
        name_of(self, next_name, sizeof next_name);
        if (strcmp(next_name, program_invocation_short_name) == 0) next_name[0] = 0;  // Foundation's answer for a thread without a name
        il_leave();
    }
    REAL(thread_start)(self);
    next_name[0] = 0;
}

SWIFT IL_EXPORT void thread_set_name(uint64_t low, uint64_t high, SELF)
{
    if (il_recording()) {
        char name[64];
        il_enter();
        size_t length = il_read_string((struct il_optional_string){low, high}, name, sizeof name);
        if (length && is_current(self)) il_define_text(il_self.lane, IL_THREAD_STARTED, name, length);
        il_leave();
    }
    REAL(thread_set_name)(low, high, self);
}
