// The few Swift values that are read or made here: strings, names of types, sizes of classes. Their layout
// is part of Swift's stable ABI on 64-bit machines.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/attributes.h"

// `String?`: two words; nil has a second word of 0.
struct il_optional_string {
    uint64_t low, high;
};

// swift-values.c
// Reads at most `room` bytes of a string; `take` also releases it, as the owner of a returned
// string must.
IL_HIDDEN size_t il_read_string(struct il_optional_string string, char *text, size_t room);
IL_HIDDEN size_t il_take_string(struct il_optional_string string, char *text, size_t room);
IL_HIDDEN size_t il_type_name(const void *type, char *text, size_t room);
IL_HIDDEN size_t il_class_size(const void *class);
IL_HIDDEN void il_release_object(void *object);
// A function of the Swift runtime; NULL: the process has no such runtime.
IL_HIDDEN void *il_swift_function(const char *name);
