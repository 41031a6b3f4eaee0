// Finds the caller. The same symbol is called by the program, and by libdispatch, Foundation and
// the Swift runtime for their own purposes. Only the program's calls belong in a trace.
//
// Every call has a return address. It lies in a module (modules.c). libswiftDispatch is
// transparent: `queue.async { }` calls from there, so the frames above are walked (with their
// descriptions, unwind.c) until another module is found. Foundation is transparent only for the few
// methods that are the program's locks and sleeps (NSLock.lock, Thread.sleep …), and under the
// explorer for classes that protect their own state (guarded-classes.c). The module found then is
// the caller: the program, or not.
#include "program/modules.h"

#include "explorer/foundation/guarded-classes.h"
#include "include/CInterposition.h"
#include "program/foundation-wrappers.h"
#include "program/tail-calls.h"
#include "program/unwind.h"
#include "recorder/ring.h"

bool il_called_by_program(void *return_address) { return il_module_of((uintptr_t)return_address) == IL_PROGRAM; }

// The frame of the caller of the function with this frame address.
static struct il_frame caller_of(const uintptr_t *frame)
{
    return (struct il_frame){frame[1], (uintptr_t)(frame + 2), frame[0]};
}

uintptr_t il_caller_on_behalf(void *frame_address)
{
    struct il_frame frame = caller_of(frame_address);
    uintptr_t hidden = 0;
    for (int depth = 0; depth < 16; depth++) {
        enum il_module_kind kind = il_module_of(frame.address);
        // (If the call came through a library's word, the first caller is not the one that made the
        // call.)
        if (depth == 0 && IL_UNLIKELY(il_came_through_library(frame_address)) && (kind == IL_PROGRAM || kind == IL_OURS || kind == IL_LIBC)) return 0;
        if (kind == IL_PROGRAM) return hidden && !il_is_of_guarded_class(hidden) ? 0 : frame.address;
        // A function that ends with a call jumps there, and the call seems to come from the
        // function's own caller. That can be our code, which runs the program's blocks and threads,
        // or libc, which runs its constructors and exit handlers. Neither calls these symbols
        // itself.
        if (depth == 0 && (kind == IL_OURS || kind == IL_LIBC)) return il_self.running ? il_self.running : 1;
        if (kind == IL_FOUNDATION && (hidden || !il_is_transparent(frame.address))) {
            if (!il_controlled()) return 0;
            // The loop's end checks which of Foundation's functions the program has called.
            hidden = frame.address;
        } else if (kind != IL_OVERLAY && kind != IL_FOUNDATION) {
            return 0;
        }
        if (!il_unwind_step(&frame)) return 0;
    }
    return 0;
}

// The place in Foundation, at work for itself, that the call came from; 0: not from there.
uintptr_t il_caller_in_foundation(void *frame_address)
{
    struct il_frame frame = caller_of(frame_address);
    for (int depth = 0; depth < 16; depth++) {
        enum il_module_kind kind = il_module_of(frame.address);
        if (kind == IL_FOUNDATION && !il_is_transparent(frame.address)) return frame.address;
        if (kind != IL_OVERLAY && kind != IL_FOUNDATION) return 0;
        if (!il_unwind_step(&frame)) return 0;
    }
    return 0;
}

// The program's call that led here, if only Foundation's functions are between them; 0: a library works for itself.
uintptr_t il_caller_through_foundation(void *frame_address)
{
    struct il_frame frame = caller_of(frame_address);
    for (int depth = 0; depth < 16; depth++) {
        enum il_module_kind kind = il_module_of(frame.address);
        if (kind == IL_PROGRAM) return frame.address;
        // (As above: the function above this one has ended with the call.)
        if (depth == 0 && (kind == IL_OURS || kind == IL_LIBC)) return il_self.running;
        if (kind != IL_OVERLAY && kind != IL_FOUNDATION) return 0;
        if (!il_unwind_step(&frame)) return 0;
    }
    return 0;
}

uintptr_t il_program_caller(void *frame_address)
{
    struct il_frame frame = caller_of(frame_address);
    for (int depth = 0; depth < 32; depth++) {
        if (il_module_of(frame.address) == IL_PROGRAM) return frame.address;
        if (!il_unwind_step(&frame)) return 0;
    }
    return 0;
}

uintptr_t il_library_called_by_program(void *frame_address)
{
    struct il_frame frame = caller_of(frame_address);
    uintptr_t library = 0;
    for (int depth = 0; depth < 32; depth++) {
        if (il_module_of(frame.address) == IL_PROGRAM) return library;
        library = frame.address;
        if (!il_unwind_step(&frame)) return 0;
    }
    return 0;
}

// The place where the program called the standard library, which keeps frame pointers; 0: the
// caller was not the program.
uintptr_t il_caller_of_library(const void *of)
{
    enum { MOST = 16 };
    const uintptr_t *frame = of;
    for (int depth = 0; depth < MOST; depth++) {
        if (il_module_of(frame[1]) == IL_PROGRAM) return frame[1];
        const uintptr_t *next = (const uintptr_t *)frame[0];
        if (next <= frame || (uintptr_t)next >= il_self.stack_high) return 0;
        frame = next;
    }
    return 0;
}
