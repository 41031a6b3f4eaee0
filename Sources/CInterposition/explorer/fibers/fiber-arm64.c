// The fiber switch on arm64: the counterpart of fiber.c, which explains the design.
//
// Tests/FiberSwitch/switch.c ran with it under qemu-user: 400,000 switches between two fibers, each
// with its own identity and registers. The other files of this folder compile for arm64 too.
// Nothing else was run on arm64, and none of it on a real arm64 processor.
#include "explorer/fibers/fiber.h"

#if defined(__aarch64__)

#include <string.h>

uintptr_t il_thread_base(void)
{
    uintptr_t base;
    __asm__ volatile("mrs %0, tpidr_el0" : "=r"(base));
    return base;
}

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl il_fiber_switch\n"
    ".hidden il_fiber_switch\n"
    ".type il_fiber_switch, %function\n"
    "il_fiber_switch:\n"
    "  stp x29, x30, [sp, #-176]!\n"
    "  stp x19, x20, [sp, #16]\n"
    "  stp x21, x22, [sp, #32]\n"
    "  stp x23, x24, [sp, #48]\n"
    "  stp x25, x26, [sp, #64]\n"
    "  stp x27, x28, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n"
    "  stp d10, d11, [sp, #112]\n"
    "  stp d12, d13, [sp, #128]\n"
    "  stp d14, d15, [sp, #144]\n"
    "  mrs x9, fpcr\n"
    "  str x9, [sp, #160]\n"
    "  mov x9, sp\n"
    "  str x9, [x0]\n"
    "  msr tpidr_el0, x2\n"
    "  mov sp, x1\n"
    "  ldr x9, [sp, #160]\n"
    "  msr fpcr, x9\n"
    "  ldp d14, d15, [sp, #144]\n"
    "  ldp d12, d13, [sp, #128]\n"
    "  ldp d10, d11, [sp, #112]\n"
    "  ldp d8, d9, [sp, #96]\n"
    "  ldp x27, x28, [sp, #80]\n"
    "  ldp x25, x26, [sp, #64]\n"
    "  ldp x23, x24, [sp, #48]\n"
    "  ldp x21, x22, [sp, #32]\n"
    "  ldp x19, x20, [sp, #16]\n"
    "  ldp x29, x30, [sp], #176\n"
    "  ret\n"
    ".size il_fiber_switch, .-il_fiber_switch\n");

// The first switch returns here: x19 holds the function, x20 its argument.
__asm__(
    ".text\n"
    ".globl il_fiber_begin\n"
    ".hidden il_fiber_begin\n"
    ".type il_fiber_begin, %function\n"
    "il_fiber_begin:\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined x30\n"
    "  mov x0, x20\n"
    "  blr x19\n"
    "  brk #1\n"
    "  .cfi_endproc\n"
    ".size il_fiber_begin, .-il_fiber_begin\n");

void *il_fiber_prepare(char *top, void (*function)(void *), void *argument)
{
    uint64_t *stack = (uint64_t *)((uintptr_t)top & ~(uintptr_t)15) - 22;
    memset(stack, 0, 22 * sizeof *stack);
    stack[1] = (uint64_t)il_fiber_begin;  // x30
    stack[2] = (uint64_t)function;        // x19
    stack[3] = (uint64_t)argument;        // x20
    return stack;
}

#endif
