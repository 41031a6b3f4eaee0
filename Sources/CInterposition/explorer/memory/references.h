// Replacements for the runtime's functions on references, installed by redirected-libc.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/attributes.h"

// The place where the program released the object whose deinit is running, if that is known.
extern IL_HIDDEN __thread uintptr_t il_last_release __attribute__((tls_model("initial-exec")));
IL_HIDDEN void il_release(void *object);
IL_HIDDEN void *il_retain(void *object);
IL_HIDDEN void *il_load_weak(void **reference);
IL_HIDDEN void il_retain_unowned(void *object);
IL_HIDDEN bool il_is_unique(const void *object);
IL_HIDDEN __attribute__((swiftcall)) bool il_is_known_unique(void **reference, const void *type);
IL_HIDDEN __attribute__((swiftcall)) bool il_is_known_unique_if_there(void **reference, const void *type);
IL_HIDDEN __attribute__((swiftcall)) void *il_lazy_load(const void *type, __attribute__((swift_context)) void **reference);
IL_HIDDEN __attribute__((swiftcall)) void *il_lazy_store(void *object, const void *type, __attribute__((swift_context)) void **reference);
