// The functions that code compiled with `-sanitize=thread` calls at each access to memory.
// ThreadSanitizer's own runtime is not linked: these are its symbols.
//
// On a thread that is not controlled they return immediately. `__tsan_external_*` mark the begin of
// an `inout` access. The accesses that follow may happen in code that is not instrumented (an
// array's, say), or may be marked once more.
#define _GNU_SOURCE
#include "explorer/memory/memory.h"

#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"
#include "explorer/swift/executor-hooks.h"
#include "recorder/chaos.h"

#include <string.h>

#define HERE ((uintptr_t)__builtin_return_address(0))

// The last place of the program's code on a thread that is not controlled, while tasks are
// explored; 0: none.
static struct {
    const struct il_thread *carrier;
    _Atomic uintptr_t place;
} foreign_threads;

void interleave_watch_foreign_threads(void) { foreign_threads.carrier = &il_self; }
uintptr_t interleave_take_foreign_access(void) { return atomic_exchange(&foreign_threads.place, 0); }

bool il_is_foreign_thread(void) { return foreign_threads.carrier && il_control && !il_self.controlled && &il_self != foreign_threads.carrier; }

__attribute__((noinline)) void il_stray(uintptr_t place)
{
    if (il_is_foreign_thread()) atomic_store(&foreign_threads.place, place);
}

// Accesses to the running task's own stack are reported only from places with these marks.
uint64_t il_step_marks = ~0ull;

void interleave_tell_of_own_stack(uint64_t marks) { il_step_marks = marks; }

static inline __attribute__((always_inline)) bool is_private(uintptr_t address, uint32_t how, uintptr_t place)
{
    uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    return address - here < il_self.stack_high - here && !(how & INTERLEAVE_MARKS) && !il_may_be_step(place);
}

// `frame` is the frame of the symbol that the program has called.
static __attribute__((noinline)) void tell(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place, const uintptr_t *frame)
{
    if (il_self.open_accesses && !(how & INTERLEAVE_MARKS)) il_see_access(address, size, how & INTERLEAVE_WRITES);
    if (IL_UNLIKELY(address - il_executor_hooks.first < il_executor_hooks.size) && how & INTERLEAVE_WRITES) il_check_hook_write(address, size, place);
    il_enter_from(frame);
    il_control->access(address, size, how, place);
    il_leave();
    // (Now that it is this task's turn.)
    if (IL_UNLIKELY(il_may_be_freed(address)) && !(how & INTERLEAVE_MARKS)) il_check_freed(address, place);
}

static inline __attribute__((always_inline)) void touched(const volatile void *address, uint32_t size, uint32_t how, uintptr_t place)
{
    if (!il_controlled()) {
        if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_access((uintptr_t)address, size, how, place);
        else il_stray(place);
    } else if (il_self.open_accesses || !is_private((uintptr_t)address, how, place)) {
        tell((uintptr_t)address, size, how, place, __builtin_frame_address(0));
    }
}

void il_touch(uintptr_t address, uint32_t size, uint32_t how, uintptr_t place, const uintptr_t *frame)
{
    if (il_self.open_accesses || !is_private(address, how, place)) tell(address, size, how, place, frame);
}

__attribute__((noinline)) void il_tell_mark(uintptr_t address, uintptr_t place)
{
    tell(address, 1, INTERLEAVE_MARKS | INTERLEAVE_WRITES, place, __builtin_frame_address(0));
}

#define ACCESSES(size)                                                                                                       \
    IL_EXPORT void __tsan_read##size(void *address) { touched(address, size, 0, HERE); }                                     \
    IL_EXPORT void __tsan_write##size(void *address) { touched(address, size, INTERLEAVE_WRITES, HERE); }                    \
    IL_EXPORT void __tsan_unaligned_read##size(void *address) { touched(address, size, 0, HERE); }                           \
    IL_EXPORT void __tsan_unaligned_write##size(void *address) { touched(address, size, INTERLEAVE_WRITES, HERE); }          \
    IL_EXPORT void __tsan_read_write##size(void *address)                                                                    \
    {                                                                                                                        \
        touched(address, size, 0, HERE);                                                                                     \
        touched(address, size, INTERLEAVE_WRITES, HERE);                                                                     \
    }                                                                                                                        \
    IL_EXPORT void __tsan_unaligned_read_write##size(void *address) { __tsan_read_write##size(address); }                    \
    IL_EXPORT void __tsan_volatile_read##size(void *address) { touched(address, size, 0, HERE); }                            \
    IL_EXPORT void __tsan_volatile_write##size(void *address) { touched(address, size, INTERLEAVE_WRITES, HERE); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

IL_EXPORT void __tsan_init(void) {}
IL_EXPORT void __tsan_vptr_read(void **address) { touched(address, 8, 0, HERE); }
IL_EXPORT void __tsan_vptr_update(void **address, void *value) { if (*address != value) touched(address, 8, INTERLEAVE_WRITES, HERE); }
IL_EXPORT void __tsan_read_range(void *address, unsigned long size) { touched(address, (uint32_t)size, 0, HERE); }
IL_EXPORT void __tsan_write_range(void *address, unsigned long size) { touched(address, (uint32_t)size, INTERLEAVE_WRITES, HERE); }
IL_EXPORT void *__tsan_external_register_tag(const char *type) { (void)type; return (void *)1; }
IL_EXPORT void __tsan_external_read(void *address, void *caller, void *tag)
{
    (void)caller, (void)tag;
    touched(address, 1, INTERLEAVE_MARKS, HERE);
}
IL_EXPORT void __tsan_external_write(void *address, void *caller, void *tag)
{
    (void)caller, (void)tag;
    uintptr_t place = HERE;
    if (il_controlled() && !il_may_be_step(place) && il_keep_mark((uintptr_t)address, place)) return;
    touched(address, 1, INTERLEAVE_MARKS | INTERLEAVE_WRITES, place);
}

// Around a deinit, which is ordered after all other accesses to its object. That order is known if
// the final release was seen. Swift passes `self` in a register that is still unchanged.
static void ignore(int by, uintptr_t object)
{
    if (IL_UNLIKELY(il_chaos != NULL)) il_chaos_ignore(by);
    if (!il_controlled()) return;
    il_ask((struct interleave_call){.kind = INTERLEAVE_IGNORE, .object = object, .result = by});
}
IL_EXPORT void __tsan_ignore_thread_begin(void)
{
    uintptr_t object;
#if defined(__x86_64__)
    __asm__ volatile("mov %%r13, %0" : "=r"(object));
#elif defined(__aarch64__)
    __asm__ volatile("mov %0, x20" : "=r"(object));
#endif
    ignore(1, object);
}
IL_EXPORT void __tsan_ignore_thread_end(void) { ignore(-1, 0); }


// A copy reads first, and writes in a later step. Another task can change the source in between: so what was read is kept until then.
// (A large value is read with its write.)
static void *copied(void *to, const void *from, unsigned long size, uintptr_t place)
{
    char kept[1024];
    touched(from, (uint32_t)size, 0, place);
    if (size > sizeof kept) {
        touched(to, (uint32_t)size, INTERLEAVE_WRITES, place);
        return memmove(to, from, size);
    }
    memcpy(kept, from, size);
    touched(to, (uint32_t)size, INTERLEAVE_WRITES, place);
    return memcpy(to, kept, size);
}

IL_EXPORT void *__tsan_memcpy(void *to, const void *from, unsigned long size) { return copied(to, from, size, HERE); }
IL_EXPORT void *__tsan_memmove(void *to, const void *from, unsigned long size) { return copied(to, from, size, HERE); }
IL_EXPORT void *__tsan_memset(void *to, int value, unsigned long size)
{
    touched(to, (uint32_t)size, INTERLEAVE_WRITES, HERE);
    return memset(to, value, size);
}
