// The output of explored tasks, held back: held-output.c.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/attributes.h"

// Takes what an explored task writes to the standard streams, if it is held back.
IL_HIDDEN bool il_holds_output(int descriptor, const void *bytes, size_t size);
