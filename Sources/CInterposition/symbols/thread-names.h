// The names that a program gives its threads: thread-names.c.
#pragma once

#include "base/attributes.h"

// The name of the thread that this thread is about to start; null: none.
IL_HIDDEN const char *il_name_of_next_thread(void);

// The program's call names a thread that exists.
IL_HIDDEN void il_system_got_name(void);
