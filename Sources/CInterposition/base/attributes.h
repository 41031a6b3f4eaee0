// How functions of this library are seen and called.
#pragma once

#define IL_EXPORT __attribute__((visibility("default")))
#define IL_HIDDEN __attribute__((visibility("hidden")))
#define IL_LIKELY(x) __builtin_expect(!!(x), 1)
#define IL_UNLIKELY(x) __builtin_expect(!!(x), 0)

// The calling conventions of Swift: a function, a method with its object, an asynchronous function.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context)) void *context
