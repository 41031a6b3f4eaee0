// Memory that the program accesses through members of unsafe pointers, and through functions of the
// C library.
//
// The members' code is generic and lies in Swift's library, or is compiled into the program without
// instrumentation: without this file its accesses would not be reported. The accesses of a call are
// reported before the call, at its place. Calls inside the library do not count as the program's.
#define _GNU_SOURCE
#include "base/thread-state.h"
#include "explorer/memory/memory.h"
#include "explorer/preparation.h"
#include "explorer/redirections.h"
#include "program/modules.h"
#include "program/patches.h"
#include "recorder/chaos.h"

#include <string.h>

#define RESULT __attribute__((swift_indirect_result)) void *result
#define CALLER (uintptr_t)__builtin_return_address(0), __builtin_frame_address(0)

enum { LARGEST_TOLD = 1 << 16 };

static void touch(const void *address, size_t bytes, uint32_t how, uintptr_t caller, const uintptr_t *frame)
{
    bool is_real = IL_UNLIKELY(il_chaos != NULL);
    if (!address || !bytes || !(is_real || il_controlled()) || il_module_of(caller) != IL_PROGRAM) return;
    uint32_t size = (uint32_t)(bytes < LARGEST_TOLD ? bytes : LARGEST_TOLD);
    if (is_real) il_chaos_access((uintptr_t)address, size, how, caller);
    else il_touch((uintptr_t)address, size, how, caller, frame);
}

// The words before a type's metadata and in its value witness table, as in Swift's ABI.
static const size_t *witnesses(const void *type) { return ((const size_t *const *)type)[-1]; }
static size_t size_of(const void *type) { return witnesses(type)[8]; }
// (The padding after the last value does not count.)
static size_t size_of_all(const void *type, intptr_t count)
{
    return count > 0 ? (size_t)(count - 1) * witnesses(type)[9] + size_of(type) : 0;
}

// Members that take another pointer and a count: how they access it, and whether its values are
// gone afterwards.
#define FROM(ours, symbol, how)                                                                     \
    SWIFT static void ours(void *from, intptr_t count, void *memory, const void *type)              \
    {                                                                                               \
        touch(from, size_of_all(type, count), how, CALLER);                                         \
        touch(memory, size_of_all(type, count), INTERLEAVE_WRITES, CALLER);                         \
        ((SWIFT void (*)(void *, intptr_t, void *, const void *))il_real(symbol))(from, count, memory, type); \
    }
FROM(initialize_from, "$sSp10initialize4from5countySPyxG_SitF", 0)
FROM(update_from, "$sSp6assign4from5countySPyxG_SitF", 0)
FROM(move_initialize_from, "$sSp14moveInitialize4from5countySpyxG_SitF", INTERLEAVE_WRITES)
FROM(move_update_from, "$sSp10moveAssign4from5countySpyxG_SitF", INTERLEAVE_WRITES)

// Members that take a value. For a pointer, a count and the pointer follow; for a buffer, the
// pointer and the buffer's count.
#define REPEATING(ours, symbol, first, second)                                                      \
    SWIFT static void ours(void *value, first, second, const void *type)                            \
    {                                                                                               \
        touch(memory, size_of_all(type, count), INTERLEAVE_WRITES, CALLER);                         \
        ((SWIFT void (*)(void *, first, second, const void *))il_real(symbol))(value, REPEATING_##ours, type); \
    }
#define REPEATING_initialize_repeating count, memory
#define REPEATING_update_repeating count, memory
#define REPEATING_initialize_buffer memory, count
#define REPEATING_update_buffer memory, count
REPEATING(initialize_repeating, "$sSp10initialize9repeating5countyx_SitF", intptr_t count, void *memory)
REPEATING(update_repeating, "$sSp6assign9repeating5countyx_SitF", intptr_t count, void *memory)
REPEATING(initialize_buffer, "$sSr10initialize9repeatingyx_tF", void *memory, intptr_t count)
REPEATING(update_buffer, "$sSr6assign9repeatingyx_tF", void *memory, intptr_t count)

SWIFT static void *deinitialize(intptr_t count, void *memory, const void *type)
{
    touch(memory, size_of_all(type, count), INTERLEAVE_WRITES, CALLER);
    return ((SWIFT void *(*)(intptr_t, void *, const void *))il_real("$sSp12deinitialize5countSvSi_tF"))(count, memory, type);
}

SWIFT static void move_out(RESULT, void *memory, const void *type)
{
    touch(memory, size_of(type), 0, CALLER);
    touch(memory, size_of(type), INTERLEAVE_WRITES, CALLER);
    ((SWIFT void (*)(RESULT, void *, const void *))il_real("$sSp4movexyF"))(result, memory, type);
}

// MARK: raw memory

SWIFT static void copy_memory(void *from, intptr_t count, void *memory)
{
    touch(from, (size_t)count, 0, CALLER);
    touch(memory, (size_t)count, INTERLEAVE_WRITES, CALLER);
    ((SWIFT void (*)(void *, intptr_t, void *))il_real("$sSv10copyMemory4from9byteCountySV_SitF"))(from, count, memory);
}

SWIFT static void *initialize_memory(const void *as, void *value, intptr_t count, void *memory, const void *type)
{
    touch(memory, size_of_all(type, count), INTERLEAVE_WRITES, CALLER);
    return ((SWIFT void *(*)(const void *, void *, intptr_t, void *, const void *))il_real(
        "$sSv16initializeMemory2as9repeating5countSpyxGxm_xSitlF"))(as, value, count, memory, type);
}

#define LOAD(ours, symbol)                                                                          \
    SWIFT static void ours(RESULT, intptr_t offset, const void *as, char *memory, const void *type) \
    {                                                                                               \
        touch(memory + offset, size_of(type), 0, CALLER);                                           \
        ((SWIFT void (*)(RESULT, intptr_t, const void *, void *, const void *))il_real(symbol))(result, offset, as, memory, type); \
    }
LOAD(load_mutable, "$sSv4load14fromByteOffset2asxSi_xmtlF")
LOAD(load, "$sSV4load14fromByteOffset2asxSi_xmtlF")

// MARK: functions of the C library

static void *set_memory(void *memory, int byte, size_t count)
{
    touch(memory, count, INTERLEAVE_WRITES, CALLER);
    return IL_REAL(memset)(memory, byte, count);
}

static int compare_memory(const void *one, const void *other, size_t count)
{
    touch(one, count, 0, CALLER);
    touch(other, count, 0, CALLER);
    return IL_REAL(memcmp)(one, other, count);
}

static char *copy_text(char *to, const char *from)
{
    touch(from, strlen(from) + 1, 0, CALLER);
    touch(to, strlen(from) + 1, INTERLEAVE_WRITES, CALLER);
    return IL_REAL(strcpy)(to, from);
}

static size_t length_of_text(const char *text)
{
    touch(text, IL_REAL(strlen)(text) + 1, 0, CALLER);
    return IL_REAL(strlen)(text);
}

// The replacements for the program's calls of these.
const struct il_redirection il_pointer_members[] = {
    {"$sSp10initialize4from5countySPyxG_SitF", initialize_from},
    {"$sSp6assign4from5countySPyxG_SitF", update_from},
    {"$sSp14moveInitialize4from5countySpyxG_SitF", move_initialize_from},
    {"$sSp10moveAssign4from5countySpyxG_SitF", move_update_from},
    {"$sSp10initialize9repeating5countyx_SitF", initialize_repeating},
    {"$sSp6assign9repeating5countyx_SitF", update_repeating},
    {"$sSr10initialize9repeatingyx_tF", initialize_buffer},
    {"$sSr6assign9repeatingyx_tF", update_buffer},
    {"$sSp12deinitialize5countSvSi_tF", deinitialize},
    {"$sSp4movexyF", move_out},
    {"$sSv10copyMemory4from9byteCountySV_SitF", copy_memory},
    {"$sSv16initializeMemory2as9repeating5countSpyxGxm_xSitlF", initialize_memory},
    {"$sSv4load14fromByteOffset2asxSi_xmtlF", load_mutable},
    {"$sSV4load14fromByteOffset2asxSi_xmtlF", load},
    {"memset", set_memory}, {"memcmp", compare_memory}, {"strcpy", copy_text}, {"strlen", length_of_text},
};
const size_t il_pointer_members_count = sizeof il_pointer_members / sizeof il_pointer_members[0];

// MARK: members whose code is in the program

SWIFT static void (*real_initialize)(void *value, void *memory, const void *type);
SWIFT static void initialize(void *value, void *memory, const void *type)
{
    touch(memory, size_of(type), INTERLEAVE_WRITES, CALLER);
    real_initialize(value, memory, type);
}

SWIFT static void *(*real_initialize_as)(const void *as, void *value, void *memory, const void *type);
SWIFT static void *initialize_as(const void *as, void *value, void *memory, const void *type)
{
    touch(memory, size_of(type), INTERLEAVE_WRITES, CALLER);
    return real_initialize_as(as, value, memory, type);
}

void il_watch_pointer_members(void)
{
    static const struct il_patch first[] = {{"$sSpsRi_zrlE10initialize2toyxn_tF", initialize, (void **)&real_initialize}};
    static const struct il_patch second[] = {{"$sSv16initializeMemory2as2toSpyxGxm_xntRi_zlF", initialize_as, (void **)&real_initialize_as}};
    // (One by one: a program has only those that it calls.)
    (void)il_patch_functions(NULL, first, 1);
    (void)il_patch_functions(NULL, second, 1);
}
