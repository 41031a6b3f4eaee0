// Swift values, read and made without linking the Swift runtime: its functions are looked up by name, and a program without it never gets here.
#define _GNU_SOURCE
#include "program/swift-values.h"

#include "include/ExplorerBridge.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

void *il_swift_function(const char *name) { return dlsym(RTLD_DEFAULT, name); }

void il_release_object(void *object)
{
    void (*release)(void *) = (void (*)(void *))il_swift_function("swift_bridgeObjectRelease");
    if (release && object) release(object);
}

// A string's second word says where its bytes are. Bit 61 marks a small one (up to 15 bytes): they
// are in the two words themselves, with their number in bits 56 to 59. For a large native one and a
// literal, they are 32 bytes after the address in it. Others (bit 60: shared, foreign) are not
// read.
size_t il_read_string(struct il_optional_string string, char *text, size_t room)
{
    uint64_t discriminator = string.high >> 56;
    if (!string.high) return 0;
    bool small = discriminator & 0x20;
    if (!small && (discriminator & 0x10)) return 0;
    size_t length = small ? discriminator & 0x0F : string.low & 0x0000FFFFFFFFFFFFull;
    if (length > room) length = room;
    memcpy(text, small ? (const char *)&string : (const char *)(string.high & 0x0FFFFFFFFFFFFFFFull) + 32, length);
    return length;
}

size_t il_take_string(struct il_optional_string string, char *text, size_t room)
{
    size_t length = il_read_string(string, text, room);
    if (string.high && !(string.high >> 63)) il_release_object((void *)string.high);  // bit 63: nothing to release
    return length;
}

size_t il_type_name(const void *type, char *text, size_t room)
{
    struct name {
        const char *bytes;
        uintptr_t length;
    };
    struct name (*get)(const void *, bool) = (struct name(*)(const void *, bool))il_swift_function("swift_getTypeName");
    if (!get) return 0;
    struct name name = get(type, false);
    size_t length = name.length < room ? name.length : room;
    memcpy(text, name.bytes, length);
    return length;
}

size_t interleave_class_name(uintptr_t object, char *text, size_t room) { return il_type_name(*(void **)object, text, room); }

// A class object (type metadata of a class, without Objective-C): at 32 its whole size, at 36 the
// part of it that lies before its address.
size_t il_class_size(const void *class)
{
    const uint32_t *words = (const uint32_t *)class;
    uint32_t size = words[8], before = words[9];
    return size > before && size < 1 << 20 ? size - before : 0;
}
