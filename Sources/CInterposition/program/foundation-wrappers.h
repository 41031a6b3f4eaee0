// Methods of Foundation that call a function of the program for it: foundation-wrappers.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

void il_find_transparent_methods(void);
bool il_is_transparent(uintptr_t address);
