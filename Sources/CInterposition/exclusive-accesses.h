// Accesses to the program's variables in code that is not instrumented: see exclusive-accesses.c.
#pragma once

#include "record.h"

// What redirected.c puts in the place of the runtime's functions.
IL_HIDDEN void il_begin_access(void *address, void *buffer, uintptr_t flags, void *place);
IL_HIDDEN void il_end_access(void *buffer);
// Instrumented code touches memory while accesses of the running task are open.
IL_HIDDEN void il_see_access(uintptr_t address, size_t size, bool writes);
// It marks an address as about to be changed: whether that need not be told now. The marks that were kept back are told before the running task
// takes up what others have done; by il_tell_mark (memory.c).
IL_HIDDEN bool il_keep_mark(uintptr_t address, uintptr_t place);
IL_HIDDEN void il_tell_marks(void);
IL_HIDDEN void il_tell_mark(uintptr_t address, uintptr_t place);
// A call meanwhile: a lock's variable is touched by those who know how.
struct interleave_call;
IL_HIDDEN void il_see_call(const struct interleave_call *call);
// Before calls are redirected.
IL_HIDDEN void il_watch_accesses(void);
