// The controlled mode: what a task of the explorer calls is decided by the explorer.
#pragma once

#include "fiber.h"
#include "include/Control.h"

extern IL_HIDDEN const struct interleave_control *il_control;

// Is this a task of the explorer, running the program's own code?
static inline bool il_controlled(void) { return IL_UNLIKELY(il_self.controlled) && !il_self.inside; }

// Asks the explorer; nothing beneath it is the program's.
static inline int64_t il_ask(struct interleave_call call)
{
    il_enter();
    il_control->call(&call);
    il_leave();
    return call.result;
}

// In a function with a local `caller`: answers for controlled callers.
#define IL_IF_CONTROLLED(...) if (il_controlled() && (caller = IL_CALLER())) return (__typeof__(__builtin_choose_expr(1, 0, 0)))il_ask((struct interleave_call){.caller = caller, __VA_ARGS__})
