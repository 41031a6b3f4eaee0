// Executors of the program's own: own-executors.c.
#pragma once

#include "concurrency.h"

// The executor of the program's own on which this thread runs a task; null: none.
IL_HIDDEN void *il_own_executor(void);
