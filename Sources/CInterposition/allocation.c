// Memory that is given out anew has no past: what other tasks did at its address was done to something else.
//
// Objects come from the runtime's allocation hook, which is replaced only while there is an exploration; what Swift code allocates by hand, from
// a symbol of the runtime.
#define _GNU_SOURCE
#include "control.h"

#include <dlfcn.h>

typedef void *(*allocator)(const void *, size_t, size_t);
static allocator *hook, real;

static void made(void *address, size_t size)
{
    // What the explorer allocates for itself, on a task's fiber, is none of the program's.
    if (!il_controlled()) return;
    il_enter();
    il_control->made((uintptr_t)address, size);
    il_leave();
}

static void *allocate_object(const void *metadata, size_t size, size_t alignment)
{
    void *object = real(metadata, size, alignment);
    made(object, size);
    return object;
}

void *swift_slowAlloc(size_t size, size_t alignment);
IL_EXPORT void *swift_slowAlloc(size_t size, size_t alignment)
{
    void *memory = IL_REAL(swift_slowAlloc)(size, alignment);
    made(memory, size);
    return memory;
}

IL_HIDDEN void il_watch_allocation(bool on)
{
    if (!hook && !(hook = (allocator *)dlsym(RTLD_DEFAULT, "_swift_allocObject"))) return;
    if (on) {
        real = *hook;
        *hook = allocate_object;
    } else if (real) {
        *hook = real;
    }
}
