// The replacements that a test of XCTest needs for the run loop.
#pragma once

#include "base/attributes.h"

#include <stdbool.h>

// Whether expectations are modelled: the program brings its own, which wait for semaphores.
extern IL_HIDDEN bool il_models_expectations;
void interleave_model_expectations(void);

// The calling task takes the main queue, as an item of it that runs now; it waits for the items before it.
void interleave_take_main_queue(void);
// It gives it away: the next item can run.
void interleave_give_main_queue(void);
