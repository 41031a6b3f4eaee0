// Accesses to the program's variables by code that is not instrumented: see exclusive-accesses.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// Replacements for the runtime's functions, installed by redirected-libc.c.
IL_HIDDEN void il_begin_access(void *address, void *buffer, uintptr_t flags, void *place);
IL_HIDDEN void il_end_access(void *buffer);
// Instrumented code accesses memory while accesses of the running task are open.
IL_HIDDEN void il_see_access(uintptr_t address, size_t size, bool writes);
// Marks an address as about to be changed; true if the mark is kept back. The kept marks are
// reported, by il_tell_mark (memory.c), before the running task acquires what others have done.
IL_HIDDEN bool il_keep_mark(uintptr_t address, uintptr_t place);
IL_HIDDEN void il_tell_marks(void);
// A call meanwhile: a lock's variable is accessed by code that knows how.
struct interleave_call;
IL_HIDDEN void il_see_call(const struct interleave_call *call);
// The same for a POSIX semaphore or once token, when a call gets its address. (The explorer's calls
// for these also stand for libdispatch's objects and Swift's own tokens, which are not at the
// variable's address.)
IL_HIDDEN void il_see_primitive(const volatile void *object);
// Called before calls are redirected.
IL_HIDDEN void il_watch_accesses(void);
// For a real run, in which the functions are not changed.
IL_HIDDEN void il_find_real_accesses(void);
