// Classes of Foundation whose methods are not the program's calls: guarded-classes.c.
#pragma once

#include <stdbool.h>
#include <stdint.h>

void il_find_guarded_classes(void);
bool il_is_of_guarded_class(uintptr_t address);
void il_watch_cancelled_threads(void);
