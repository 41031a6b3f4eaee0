// A task that traps ends there; the explorer continues.
//
// The handler runs on a separate stack, because the task's own may be used up. It only sets where
// to continue: at the top of the task's stack, whose frames are lost, in a function that tells the
// explorer and never returns. A thread that a library has started stops where it traps, so that the
// exploration is refused with the place. Any other trap, as in the explorer's own code, is left to the
// previous handler.
#define _GNU_SOURCE
#include "explorer/trap-handler.h"

#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"
#include "explorer/memory/memory.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { SIGNALS = sizeof signals / sizeof signals[0], STACK = 65536 };
static struct sigaction before[SIGNALS];
static stack_t stack_before;
static char *stack;
// `library` is the address of the trap, if it is not in the program's code; `freed` is the freed memory
// that was used.
static __thread struct { int signal; uintptr_t place, overflow, known, library, freed; volatile sig_atomic_t isSentOn; } trapped;

static void tell(void)
{
    trapped.isSentOn = 0;
    il_self.inside = 0;
    uintptr_t freed = trapped.freed;
    trapped.freed = 0;
    if (freed) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_FREED_WAS_USED, .caller = trapped.place, .object = freed, .other = il_place_of_free(freed)});
    }
    il_ask((struct interleave_call){
        .kind = INTERLEAVE_TRAPPED, .caller = trapped.place, .other = trapped.library, .value = (uint64_t)trapped.signal});
    abort();
}

static void pass_on(int number)
{
    for (size_t index = 0; index < SIGNALS; index++) {
        if (signals[index] == number) sigaction(number, &before[index], NULL);
    }
    // The trap happens again after the return, and the previous handler gets it; a signal that was
    // sent is sent again.
    if (number == SIGABRT) raise(number);
}

// A check inserted by the compiler jumps to a trap further on, which has no source line: the jump
// has one.
static uintptr_t check_before(uintptr_t trap)
{
#if defined(__x86_64__)
    // A conditional jump: 0F 8x and four bytes, or 7x and one, relative to the next instruction.
    for (uintptr_t at = trap - 6; at > trap - 65536 && il_module_of(at) == IL_PROGRAM; at--) {
        const uint8_t *code = (const uint8_t *)at;
        int32_t distance;
        if (code[0] != 0x0F || (code[1] & 0xF0) != 0x80) continue;
        memcpy(&distance, code + 2, sizeof distance);
        if (at + 6 + (uintptr_t)(intptr_t)distance == trap) return at;
    }
    for (uintptr_t at = trap - 2; at > trap - 130; at--) {
        const uint8_t *code = (const uint8_t *)at;
        if ((code[0] & 0xF0) == 0x70 && at + 2 + (uintptr_t)(intptr_t)(int8_t)code[1] == trap) return at;
    }
#elif defined(__aarch64__)
    // A conditional branch, cbz, cbnz: a distance of 19 bits from bit 5 on; tbz, tbnz: of 14 bits. Both are counted in instructions.
    for (uintptr_t at = trap - 4; at > trap - 65536 && il_module_of(at) == IL_PROGRAM; at -= 4) {
        uint32_t code = *(const uint32_t *)at;
        int bits = (code & 0xFF000010) == 0x54000000 || (code & 0x7E000000) == 0x34000000 ? 19
            : (code & 0x7E000000) == 0x36000000                                           ? 14
                                                                                          : 0;
        if (bits == 0) continue;
        int32_t distance = (int32_t)(code << (27 - bits)) >> (32 - bits);
        if (at + (uintptr_t)((intptr_t)distance * 4) == trap) return at;
    }
#endif
    return trap;
}

static bool is_trap(uintptr_t instruction)
{
#if defined(__x86_64__)
    return memcmp((const void *)instruction, "\x0F\x0B", 2) == 0;
#elif defined(__aarch64__)
    // `brk`, with any number.
    return (instruction & 3) == 0 && (*(const uint32_t *)instruction & 0xFFE0001F) == 0xD4200000;
#else
    (void)instruction;
    return false;
#endif
}

// The program's place: the runtime's functions that trap for it keep frame pointers.
static uintptr_t place_of(uintptr_t instruction, const uintptr_t *frame, uintptr_t top)
{
    if (il_module_of(instruction) == IL_PROGRAM) return (is_trap(instruction) ? check_before(instruction) : instruction) + 1;
    for (int depth = 0; depth < 32; depth++) {
        if ((uintptr_t)frame & 7 || (uintptr_t)frame >= top || (uintptr_t)frame < top - (1 << 20)) break;
        if (il_module_of(frame[1]) == IL_PROGRAM) return frame[1];
        if ((const uintptr_t *)frame[0] <= frame) break;
        frame = (const uintptr_t *)frame[0];
    }
    return instruction;
}

// A thread of a library has trapped: the running execution is the last one, and reports the place in
// the program, or else in the library. If the execution waits for this thread, it does not end: then
// the trap happens again.
static void stop_stray(const ucontext_t *context)
{
    enum { PATIENCE = 2 };
#if defined(__x86_64__)
    uintptr_t instruction = (uintptr_t)context->uc_mcontext.gregs[REG_RIP], frame[2] = {(uintptr_t)context->uc_mcontext.gregs[REG_RBP], 0};
#elif defined(__aarch64__)
    uintptr_t instruction = context->uc_mcontext.pc, frame[2] = {context->uc_mcontext.regs[29], 0};
#endif
    uintptr_t place = il_module_of(instruction) == IL_PROGRAM ? instruction + 1 : 0;
    for (int depth = 0; depth < 32 && !place; depth++) {
        uintptr_t here = frame[0];
        if (!interleave_read(here, frame, sizeof frame)) break;
        if (il_module_of(frame[1]) == IL_PROGRAM) place = frame[1];
        if (frame[0] <= here) break;
    }
    il_stray(place ? place : instruction);
    struct timespec left = {.tv_sec = PATIENCE};
    while (nanosleep(&left, &left) != 0) {}
}

static void handle(int number, siginfo_t *info, void *interrupted)
{
    if (il_is_foreign_thread()) stop_stray(interrupted);
    // (A task that was sent on and trapped again has no usable stack: the program has freed its
    // memory.)
    if (!il_self.controlled || il_self.inside || trapped.isSentOn) {
        pass_on(number);
        return;
    }
    trapped.isSentOn = 1;
    ucontext_t *context = interrupted;
    uintptr_t top = il_control->stack_top(), touched = (uintptr_t)info->si_addr;
    bool is_beneath = number == SIGSEGV && info->si_code > 0 && touched < il_self.stack_low && touched + (1 << 18) > il_self.stack_low;
    trapped.signal = is_beneath || trapped.overflow ? SIGSTKFLT : number;
#if defined(__x86_64__)
    uintptr_t instruction = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    trapped.place = place_of(
        (uintptr_t)context->uc_mcontext.gregs[REG_RIP], (const uintptr_t *)context->uc_mcontext.gregs[REG_RBP], top);
    context->uc_mcontext.gregs[REG_RSP] = (greg_t)((top & ~(uintptr_t)15) - 8);
    context->uc_mcontext.gregs[REG_RBP] = 0;
    context->uc_mcontext.gregs[REG_RIP] = (greg_t)tell;
#elif defined(__aarch64__)
    uintptr_t instruction = context->uc_mcontext.pc;
    trapped.place = place_of(context->uc_mcontext.pc, (const uintptr_t *)context->uc_mcontext.regs[29], top);
    context->uc_mcontext.sp = top & ~(uintptr_t)15;
    context->uc_mcontext.regs[29] = 0;
    context->uc_mcontext.regs[30] = 0;
    context->uc_mcontext.pc = (uintptr_t)tell;
#endif
    if (number == SIGSEGV && !trapped.freed) trapped.freed = il_freed_object_at(touched);
    if (trapped.freed) trapped.signal = SIGSEGV;
    bool is_elsewhere = !trapped.overflow && !trapped.known && il_module_of(instruction) != IL_PROGRAM;
    trapped.library = is_elsewhere ? instruction : 0;
    if (trapped.overflow) trapped.place = trapped.overflow;
    if (trapped.known) trapped.place = trapped.known;
    trapped.overflow = trapped.known = 0;
}

const char *interleave_file_of(uintptr_t address)
{
    Dl_info facts;
    return dladdr((const void *)address, &facts) ? facts.dli_fname : NULL;
}

// Traps on behalf of a call of the program whose place is known.
__attribute__((noreturn)) void il_trap_for(uintptr_t caller)
{
    trapped.known = caller;
    __builtin_trap();
}

void il_trap_for_freed(uintptr_t memory, uintptr_t caller)
{
    trapped.freed = memory;
    il_trap_for(caller);
}

void il_overflow(uintptr_t place)
{
    trapped.overflow = place;
    __builtin_trap();
}

// The watchdog: a task that uses the processor without a step is stopped as if it had trapped. A task
// that takes more and more memory meanwhile goes on: it meets the limit of memory soon, which tells more.
static struct {
    const volatile long *steps;
    long last, pages;
    int idle_ticks, patience;
} watch;
enum { MANY_PAGES = 65536 };

// The size of this process, in pages.
static long pages(void)
{
    char text[32] = "";
    int inside = il_self.inside;
    il_self.inside = inside + 1;  // (These calls are not the program's.)
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file >= 0) {
        if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
        close(file);
    }
    il_self.inside = inside;
    return atol(text);
}

static void look(int number, siginfo_t *info, void *interrupted)
{
    if (*watch.steps != watch.last) {
        watch.last = *watch.steps;
        watch.idle_ticks = 0;
        return;
    }
    if (watch.idle_ticks++ == 0) watch.pages = pages();
    if (watch.idle_ticks < watch.patience || !il_control || !il_self.controlled || il_self.inside) return;
    watch.idle_ticks = 0;
    if (pages() - watch.pages > MANY_PAGES) return;
    handle(number, info, interrupted);
}

// The timer's signal comes ten times a second.
static void look_at(const long *steps, int seconds)
{
    watch.steps = steps;
    watch.last = -1;
    watch.patience = seconds * 10;
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    action.sa_sigaction = look;
    sigaction(SIGVTALRM, &action, NULL);
}

void interleave_watch(const long *steps, int seconds)
{
    look_at(steps, seconds);
    struct timeval tenth = {.tv_usec = 100000};
    setitimer(ITIMER_VIRTUAL, &(struct itimerval){tenth, tenth}, NULL);
}

static timer_t watch_timer;
static bool has_watch_timer;
static sigset_t blocked_before;

void interleave_watch_thread(const long *steps, int seconds)
{
    look_at(steps, seconds);
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGVTALRM};
    event._sigev_un._tid = (pid_t)syscall(SYS_gettid);
    has_watch_timer = timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &watch_timer) == 0;
    // (A thread of libdispatch's pool blocks signals.)
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, SIGVTALRM);
    pthread_sigmask(SIG_UNBLOCK, &wanted, &blocked_before);
    struct timespec tenth = {.tv_nsec = 100000000};
    if (has_watch_timer) timer_settime(watch_timer, 0, &(struct itimerspec){tenth, tenth}, NULL);
}

void interleave_watch_no_more(void)
{
    if (has_watch_timer) timer_delete(watch_timer);
    pthread_sigmask(SIG_SETMASK, &blocked_before, NULL);
    has_watch_timer = false;
}

// A request to end with the results so far. In C, because a handler in Swift would make steps of
// the task that it interrupts.
static volatile sig_atomic_t asked;
static void ask_for_end(int number)
{
    (void)number;
    asked = 1;
}
void interleave_stop_at(int number)
{
    struct sigaction action = {.sa_flags = SA_ONSTACK | SA_RESTART};
    action.sa_handler = ask_for_end;
    sigaction(number, &action, NULL);
}
bool interleave_was_stopped(void) { return asked; }

void il_catch_traps(bool on)
{
    if (!on) {
        for (size_t index = 0; index < SIGNALS; index++) sigaction(signals[index], &before[index], NULL);
        sigaltstack(&stack_before, NULL);
        return;
    }
    if (!stack) stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK}, &stack_before);
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = handle;
    for (size_t index = 0; index < SIGNALS; index++) sigaction(signals[index], &action, &before[index]);
}
