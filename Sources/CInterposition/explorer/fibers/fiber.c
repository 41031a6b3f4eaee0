// The fiber switch: makes the processor continue as another task.
//
// An explored task runs on a fiber. All fibers run on one thread, the carrier, one at a time. But
// each borrows the identity of a donor, a thread that always sleeps: its stack and its thread-local
// storage. So `pthread_self`, the runtime's exclusivity checks, the current Swift task and
// everything else that is stored per thread are right for each task without special cases.
//
// A switch saves the callee-saved registers on the stack it leaves. It then loads the stack pointer
// and the thread pointer of the stack it enters, and restores the registers. (The floating-point
// control words are loaded only if they differ: loading them takes long.) The switch must not be
// inlined: a compiler may keep the address of a thread-local variable across it. And nothing
// between the two loads may use the thread pointer: hence assembly. `fiber-arm64.c` is its
// counterpart.
#define _GNU_SOURCE
#include "explorer/fibers/fiber.h"

#if defined(__x86_64__)

#include <asm/prctl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

// Whether programs can set the thread pointer themselves (Linux 5.9 and a processor since 2012),
// which takes 5 ns instead of 150.
IL_HIDDEN _Atomic int il_sets_base = -1;

uintptr_t il_thread_base(void)
{
    if (il_sets_base < 0) il_sets_base = (getauxval(AT_HWCAP2) & 2) != 0;
    uintptr_t base;
    syscall(SYS_arch_prctl, ARCH_GET_FS, &base);
    return base;
}

__asm__(
    ".text\n"
    ".p2align 4\n"
    ".globl il_fiber_switch\n"
    ".hidden il_fiber_switch\n"
    ".type il_fiber_switch, @function\n"
    "il_fiber_switch:\n"
    "  pushq %rbp\n"
    "  pushq %rbx\n"
    "  pushq %r12\n"
    "  pushq %r13\n"
    "  pushq %r14\n"
    "  pushq %r15\n"
    "  subq $8, %rsp\n"
    "  stmxcsr (%rsp)\n"
    "  fnstcw 4(%rsp)\n"
    "  movq %rsp, (%rdi)\n"
    "  cmpl $0, il_sets_base(%rip)\n"
    "  je 1f\n"
    "  wrfsbase %rdx\n"
    "2:\n"
    "  movl (%rsp), %eax\n"
    "  movzwl 4(%rsp), %ecx\n"
    "  movq %rsi, %rsp\n"
    "  cmpl (%rsp), %eax\n"
    "  jne 3f\n"
    "4:\n"
    "  cmpw 4(%rsp), %cx\n"
    "  jne 5f\n"
    "6:\n"
    "  addq $8, %rsp\n"
    "  popq %r15\n"
    "  popq %r14\n"
    "  popq %r13\n"
    "  popq %r12\n"
    "  popq %rbx\n"
    "  popq %rbp\n"
    "  ret\n"
    "1:\n"
    "  movq %rsi, %r12\n"  // the kernel keeps all registers but rax, rcx and r11; ours are saved
    "  movl $158, %eax\n"
    "  movl $0x1002, %edi\n"
    "  movq %rdx, %rsi\n"
    "  syscall\n"
    "  movq %r12, %rsi\n"
    "  jmp 2b\n"
    "3:\n"
    "  ldmxcsr (%rsp)\n"
    "  jmp 4b\n"
    "5:\n"
    "  fldcw 4(%rsp)\n"
    "  jmp 6b\n"
    ".size il_fiber_switch, .-il_fiber_switch\n");

// The first switch returns here: rbx holds the function, r12 its argument.
__asm__(
    ".text\n"
    ".globl il_fiber_begin\n"
    ".hidden il_fiber_begin\n"
    ".type il_fiber_begin, @function\n"
    "il_fiber_begin:\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined rip\n"  // the end of every backtrace
    "  movq %r12, %rdi\n"
    "  xorl %ebp, %ebp\n"
    "  callq *%rbx\n"
    "  ud2\n"
    "  .cfi_endproc\n"
    ".size il_fiber_begin, .-il_fiber_begin\n");

void *il_fiber_prepare(char *top, void (*function)(void *), void *argument)
{
    // From the lowest: control words, r15, r14, r13, r12, rbx, rbp, the return address. At
    // il_fiber_begin the stack is a multiple of 16.
    uint64_t *stack = (uint64_t *)((uintptr_t)top & ~(uintptr_t)15) - 10;
    memset(stack, 0, 10 * sizeof *stack);
    stack[0] = 0x1F80 | (uint64_t)0x037F << 32;
    stack[4] = (uint64_t)argument;
    stack[5] = (uint64_t)function;
    stack[7] = (uint64_t)il_fiber_begin;
    return stack;
}

#endif
