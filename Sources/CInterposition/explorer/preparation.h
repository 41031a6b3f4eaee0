// The first exploration of a process makes these changes in the process; each function is in the file of its name.
#pragma once

#include "base/attributes.h"

// redirected-libc.c: the program's calls of the C library lead to the explorer's functions.
IL_HIDDEN void il_redirect_calls(void);
// memory/pointer-members.c: so do its accesses to memory through Swift's pointers.
IL_HIDDEN void il_watch_pointer_members(void);
// performed-items.c: so do the work items that it calls itself.
IL_HIDDEN void il_watch_performed_items(void);
// foundation/refused-methods.c: methods of Foundation that are not modelled end the exploration.
IL_HIDDEN void il_refuse_methods(void);
