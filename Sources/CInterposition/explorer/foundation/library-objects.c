// Foundation's objects that the program changes: their contents are accessed by code that is not
// instrumented.
//
// So each call of the program that reaches such an object counts as one access to it. Most classes
// leave it to the program to protect their objects: a call reads or writes the object, and two
// calls may race. A few protect themselves: then a call is a step, and comes before or after each
// other one. library-classes.c finds these functions. They are patched in place, if the program
// uses Foundation at all.
#define _GNU_SOURCE
#include "explorer/foundation/library-objects.h"

#include "explorer/bridge.h"
#include "explorer/foundation/library-classes.h"
#include "program/patches.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__x86_64__)

// Stands for all settings: several objects of UserDefaults can share them.
static _Alignas(8) const char all_settings[8];

// The intercepted functions of the library: the kind of each, and its original code.
enum { MOST = 4096, STUB = 16 };
static struct {
    uintptr_t address;
    enum il_how how;
    bool is_shared;
    void *original;
} watched[MOST];
static size_t count;

// Recently reported objects; one entry may overwrite another.
enum { PLACES = 1024 };
static uintptr_t told[PLACES];
static uintptr_t *place_of(uintptr_t object) { return &told[object >> 4 & (PLACES - 1)]; }

bool interleave_is_library_object(uintptr_t address) { return address && *place_of(address) == address; }

// MARK: a call

// Called in place of an intercepted function, with what `il_library_entry` has saved: reports the
// access, and returns the original function.
__attribute__((used)) IL_HIDDEN void *il_library_called(uint32_t index, uintptr_t object, uintptr_t caller, const uintptr_t *frame)
{
    if (il_controlled() && object && il_module_of(caller) == IL_PROGRAM) {
        enum { CONTENTS = 16, SIZE = 8 };  // after the object's header
        *place_of(object) = object;
        il_enter_from(frame);
        uintptr_t contents = watched[index].is_shared ? (uintptr_t)&all_settings : object + CONTENTS;
        switch (watched[index].how) {
        case IL_READS: il_control->access(contents, SIZE, 0, caller); break;
        case IL_WRITES: il_control->access(contents, SIZE, INTERLEAVE_WRITES, caller); break;
        case IL_LOOKS: il_control->atomic(contents, SIZE, INTERLEAVE_LOADS | INTERLEAVE_ACQUIRES, caller); break;
        case IL_CHANGES:
            il_control->atomic(
                contents, SIZE, INTERLEAVE_LOADS | INTERLEAVE_STORES | INTERLEAVE_ACQUIRES | INTERLEAVE_RELEASES, caller);
            break;
        }
        il_leave();
    }
    return watched[index].original;
}

// Saves every register in which Swift passes arguments; `self` is in %r13, the function's number in
// %r11.
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

// MARK: choosing the functions

static void watch(const char *name, uintptr_t address, enum il_how how, bool is_shared)
{
    (void)name;
    // One stub is the word that all others jump through.
    if (count == MOST - 1) return;
    watched[count].address = address;
    watched[count].how = how;
    watched[count++].is_shared = is_shared;
}

static int by_address(const void *one, const void *other)
{
    uintptr_t first = *(const uintptr_t *)one, second = *(const uintptr_t *)other;
    return first < second ? -1 : first > second;
}

// If several names share the same code, that code is ambiguous and left out.
static void leave_out_doubles(void)
{
    size_t kept = 0;
    qsort(watched, count, sizeof watched[0], by_address);
    for (size_t index = 0; index < count; index++) {
        bool is_double = (index && watched[index - 1].address == watched[index].address)
            || (index + 1 < count && watched[index + 1].address == watched[index].address);
        if (!is_double) watched[kept++] = watched[index];
    }
    count = kept;
}

// Two instructions for each function: load its number, and jump to the common entry.
static uint8_t *stubs(void)
{
    uint8_t *all = mmap(NULL, MOST * STUB, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return NULL;
    for (uint32_t index = 0; index < count; index++) {
        // mov $index,%r11d; then a jump through the word after the last stub
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
    il_each_function_of_objects(watch);
    leave_out_doubles();
    uint8_t *all = count ? stubs() : NULL;
    for (size_t first = 0; all && first < count; first += IL_MOST_PATCHES) {
        struct il_patch patches[IL_MOST_PATCHES];
        uintptr_t addresses[IL_MOST_PATCHES];
        size_t number = count - first < IL_MOST_PATCHES ? count - first : IL_MOST_PATCHES;
        for (size_t index = 0; index < number; index++) {
            size_t which = first + index;
            addresses[index] = watched[which].address;
            patches[index] = (struct il_patch){NULL, all + which * STUB, &watched[which].original};
        }
        il_patch_where_possible(addresses, patches, number);
    }
}

#else

void il_watch_library_objects(void) {}
bool interleave_is_library_object(uintptr_t address) { (void)address; return false; }

#endif
