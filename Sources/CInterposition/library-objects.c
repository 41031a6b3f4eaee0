// Foundation's objects that the program changes: what happens to their contents happens in code that tells nobody.
//
// So each call of the program that reaches such an object counts as one access to it. Collections, strings and a Progress that may be changed are guarded by
// nobody: a call reads or writes the object, and two calls may race. NotificationCenter and UserDefaults guard themselves: a call is a step of
// its own, and comes before or after each other one. The classes' functions are changed in place, if the program names such a class at all.
#define _GNU_SOURCE
#include "control.h"
#include "library-objects.h"
#include "library-symbols.h"
#include "patches.h"

#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)

enum how { READS, WRITES, LOOKS, CHANGES };

// Functions of a class, as their names begin, and what they do unless they are known to do less.
struct class {
    const char *prefix;
    enum how most, least;
};
static const struct class collections[] = {
    {"$s10Foundation14NSMutableArrayC", WRITES, READS},      {"$s10Foundation19NSMutableDictionaryC", WRITES, READS},
    {"$s10Foundation12NSMutableSetC", WRITES, READS},        {"$s10Foundation12NSCountedSetC", WRITES, READS},
    {"$s10Foundation19NSMutableOrderedSetC", WRITES, READS}, {"$s10Foundation15NSMutableStringC", WRITES, READS},
    {"$s10Foundation13NSMutableDataC", WRITES, READS},       {"$s10Foundation25NSMutableAttributedStringC", WRITES, READS},
    {"$s10Foundation8ProgressC", WRITES, READS},
};
// What the classes above have from those that are not changed.
static const struct class fixed[] = {
    {"$s10Foundation7NSArrayC", READS, READS},       {"$s10Foundation12NSDictionaryC", READS, READS},
    {"$s10Foundation5NSSetC", READS, READS},         {"$s10Foundation12NSOrderedSetC", READS, READS},
    {"$s10Foundation6NSDataC", READS, READS},        {"$s10Foundation8NSStringC6length", READS, READS},
    {"$s10Foundation18NSAttributedStringC", READS, READS}, {"$s10Foundation8NSStringC9character", READS, READS},
};
// Stands for all settings: several objects of UserDefaults may lead to the same.
static const char defaults[] = "$s10Foundation12UserDefaultsC";
static _Alignas(8) const char all_settings[8];

static const struct class services[] = {
    {"$s20FoundationEssentials18NotificationCenterC0A0E", CHANGES, LOOKS}, {defaults, CHANGES, LOOKS},
};

// The library's functions that are watched: what each does, and its code as it was.
enum { MOST = 640, STUB = 16 };
static struct {
    const char *name;
    enum how how;
    bool is_shared;
    void *original;
} watched[MOST];
static size_t count;

// Objects that were told of; some forget others that share their place here.
enum { PLACES = 1024 };
static uintptr_t told[PLACES];
static uintptr_t *place_of(uintptr_t object) { return &told[object >> 4 & (PLACES - 1)]; }

bool interleave_is_library_object(uintptr_t address) { return address && *place_of(address) == address; }

// MARK: a call

// Called in place of a watched function, with what `il_library_entry` has saved: tells of the access, and says where the function is to be found.
__attribute__((used)) IL_HIDDEN void *il_library_called(uint32_t index, uintptr_t object, uintptr_t caller, const uintptr_t *frame)
{
    if (il_controlled() && object && il_module_of(caller) == IL_PROGRAM) {
        enum { CONTENTS = 16, SIZE = 8 };  // behind the object's header
        *place_of(object) = object;
        il_enter_from(frame);
        uintptr_t contents = watched[index].is_shared ? (uintptr_t)&all_settings : object + CONTENTS;
        switch (watched[index].how) {
        case READS: il_control->access(contents, SIZE, 0, caller); break;
        case WRITES: il_control->access(contents, SIZE, INTERLEAVE_WRITES, caller); break;
        case LOOKS: il_control->atomic(contents, SIZE, INTERLEAVE_LOADS | INTERLEAVE_ACQUIRES, caller); break;
        case CHANGES:
            il_control->atomic(
                contents, SIZE, INTERLEAVE_LOADS | INTERLEAVE_STORES | INTERLEAVE_ACQUIRES | INTERLEAVE_RELEASES, caller);
            break;
        }
        il_leave();
    }
    return watched[index].original;
}

// Everything in which Swift passes arguments is kept; `self` is in %r13, the function's number in %r11.
void il_library_entry(void);
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl il_library_entry\n"
    ".hidden il_library_entry\n"
    ".type il_library_entry, @function\n"
    "il_library_entry:\n"
    "  pushq %rbp\n"
    "  movq %rsp, %rbp\n"
    "  pushq %rax\n"
    "  pushq %rdi\n"
    "  pushq %rsi\n"
    "  pushq %rdx\n"
    "  pushq %rcx\n"
    "  pushq %r8\n"
    "  pushq %r9\n"
    "  pushq %r10\n"
    "  subq $128, %rsp\n"
    "  movups %xmm0, (%rsp)\n"
    "  movups %xmm1, 16(%rsp)\n"
    "  movups %xmm2, 32(%rsp)\n"
    "  movups %xmm3, 48(%rsp)\n"
    "  movups %xmm4, 64(%rsp)\n"
    "  movups %xmm5, 80(%rsp)\n"
    "  movups %xmm6, 96(%rsp)\n"
    "  movups %xmm7, 112(%rsp)\n"
    "  movl %r11d, %edi\n"
    "  movq %r13, %rsi\n"
    "  movq 8(%rbp), %rdx\n"
    "  movq %rbp, %rcx\n"
    "  call il_library_called\n"
    "  movq %rax, %r11\n"
    "  movups (%rsp), %xmm0\n"
    "  movups 16(%rsp), %xmm1\n"
    "  movups 32(%rsp), %xmm2\n"
    "  movups 48(%rsp), %xmm3\n"
    "  movups 64(%rsp), %xmm4\n"
    "  movups 80(%rsp), %xmm5\n"
    "  movups 96(%rsp), %xmm6\n"
    "  movups 112(%rsp), %xmm7\n"
    "  addq $128, %rsp\n"
    "  popq %r10\n"
    "  popq %r9\n"
    "  popq %r8\n"
    "  popq %rcx\n"
    "  popq %rdx\n"
    "  popq %rsi\n"
    "  popq %rdi\n"
    "  popq %rax\n"
    "  popq %rbp\n"
    "  jmpq *%r11\n"
    ".size il_library_entry, . - il_library_entry\n"
    ".section .note.GNU-stack,\"\",@progbits\n"
    ".text\n");

// MARK: which functions

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    return length >= size && strcmp(name + length - size, end) == 0;
}

// A method of an object, or what reads or changes a property or an element; not what makes or destroys an object.
static bool is_of_object(const char *name)
{
    static const char *const ends[] = {"F", "vg", "vs", "vM", "ig", "is", "iM"};
    for (size_t index = 0; index < sizeof ends / sizeof ends[0]; index++) {
        if (ends_with(name, ends[index])) return true;
    }
    return false;
}

static bool only_looks(const char *name, const char *method)
{
    static const char *const methods[] = {
        "4post", "4copy", "11mutableCopy", "5array", "10dictionary", "6string", "4data", "7integer", "5float", "6double", "4bool", "3url",
        "6object6forKey", "11stringArray", "24dictionaryRepresentation",
    };
    if (ends_with(name, "vg") || ends_with(name, "ig")) return true;
    for (size_t index = 0; index < sizeof methods / sizeof methods[0]; index++) {
        if (strncmp(method, methods[index], strlen(methods[index])) == 0) return true;
    }
    return false;
}

static const struct class *sought;
static size_t sought_count;

// (The shortest do nothing, and several names may stand for the same code.)
static void watch(const char *name, uintptr_t address, size_t size)
{
    (void)address;
    enum { SHORTEST = 10 };
    if (size < SHORTEST || !is_of_object(name)) return;
    for (size_t index = 0; index < sought_count; index++) {
        size_t prefix = strlen(sought[index].prefix);
        if (count == MOST || strncmp(name, sought[index].prefix, prefix) != 0) continue;
        watched[count].name = name;
        watched[count].is_shared = sought[index].prefix == defaults;
        watched[count++].how = only_looks(name, name + prefix) ? sought[index].least : sought[index].most;
    }
}

static bool look_for(const struct class *classes, size_t number, bool in_any_case)
{
    struct class named[sizeof collections / sizeof collections[0]];
    sought = named;
    sought_count = 0;
    for (size_t index = 0; index < number; index++) {
        if (in_any_case || il_program_names(classes[index].prefix)) named[sought_count++] = classes[index];
    }
    if (sought_count) il_each_function("$s10Foundation6NSLockC4lockyyF", watch);
    return sought_count > 0;
}

// A few instructions for each: its number, and on to what all share.
static uint8_t *stubs(void)
{
    uint8_t *all = mmap(NULL, MOST * STUB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    for (uint32_t index = 0; index < count; index++) {
        // mov $index,%r11d; then jump through the word behind the last stub
        uint8_t *stub = all + index * STUB, number[] = {0x41, 0xBB, 0, 0, 0, 0, 0xFF, 0x25, 0, 0, 0, 0};
        int32_t to_word = (int32_t)((MOST - 1 - index) * STUB) - (int32_t)sizeof number;
        memcpy(number + 2, &index, 4);
        memcpy(number + 8, &to_word, 4);
        memcpy(stub, number, sizeof number);
    }
    uintptr_t entry = (uintptr_t)il_library_entry;
    memcpy(all + (MOST - 1) * STUB, &entry, sizeof entry);
    return mprotect(all, MOST * STUB, PROT_READ | PROT_EXEC) == 0 ? all : NULL;
}

void il_watch_library_objects(void)
{
    if (count) return;
    if (look_for(collections, sizeof collections / sizeof collections[0], false)) look_for(fixed, sizeof fixed / sizeof fixed[0], true);
    look_for(services, sizeof services / sizeof services[0], false);
    uint8_t *all = count ? stubs() : NULL;
    for (size_t first = 0; all && first < count; first += IL_MOST_PATCHES) {
        struct il_patch patches[IL_MOST_PATCHES];
        size_t number = count - first < IL_MOST_PATCHES ? count - first : IL_MOST_PATCHES;
        for (size_t index = 0; index < number; index++) {
            size_t which = first + index;
            patches[index] = (struct il_patch){watched[which].name, all + which * STUB, &watched[which].original};
        }
        il_patch_where_possible("libFoundation.", patches, number);
    }
}

#else

#include "library-objects.h"

void il_watch_library_objects(void) {}
bool interleave_is_library_object(uintptr_t address) { (void)address; return false; }

#endif
