// A private function of a stripped library has no name, and perhaps no unwind description either.
// Then nothing says where it begins and what it has pushed. But its end shows this: before it
// returns, it removes from the stack what it has pushed. So its instructions are followed from its
// call site to its return.
//
// Both paths of a conditional jump end alike, so the nearer one is followed. A jump to another
// function, with the stack as it was at the beginning, is an end like a return.
#include "program/epilogues.h"

#include "program/instructions.h"
#include "program/modules.h"

#include <string.h>

#if defined(__x86_64__)

enum { MOST_INSTRUCTIONS = 512, NEAR = 1 << 12, MOST_BYTES = 1 << 18, FRAME_POINTER = 5 };

static bool begins(const uint8_t *code, const char *bytes, size_t count) { return memcmp(code, bytes, count) == 0; }

// The change of the stack pointer by an instruction: additions and subtractions of constants, push
// and pop.
static int64_t change_of(const uint8_t *code)
{
    uint8_t operation = code[code[0] == 0x41];
    if (operation >= 0x50 && operation <= 0x57) return -8;
    if (operation >= 0x58 && operation <= 0x5F) return 8;
    int32_t large;
    memcpy(&large, code + 3, 4);
    if (begins(code, "\x48\x83\xC4", 3)) return (int8_t)code[3];
    if (begins(code, "\x48\x83\xEC", 3)) return -(int8_t)code[3];
    if (begins(code, "\x48\x81\xC4", 3)) return large;
    if (begins(code, "\x48\x81\xEC", 3)) return -(int64_t)large;
    return 0;
}

// leave; mov %rbp, %rsp; lea distance(%rbp), %rsp
static bool takes_frame_pointer(const uint8_t *code)
{
    return code[0] == 0xC9 || begins(code, "\x48\x89\xEC", 3) || begins(code, "\x48\x8D\x65", 3) || begins(code, "\x48\x8D\xA5", 3);
}

struct il_epilogue il_read_epilogue(uintptr_t address)
{
    struct il_epilogue epilogue = {.frame_pointer_at = UINT32_MAX};
    const uint8_t *at = (const uint8_t *)address;
    int64_t above = 0;
    for (int count = 0; count < MOST_INSTRUCTIONS; count++) {
        if (il_module_of((uintptr_t)at) == IL_UNKNOWN) return epilogue;
        struct il_instruction instruction = il_decode(at);
        if (!instruction.length) return epilogue;
        if (takes_frame_pointer(at)) {
            epilogue.is_known = epilogue.from_frame_pointer = true;
            return epilogue;
        }
        bool returns = at[0] == 0xC3, jumps = instruction.kind == IL_JUMP || (instruction.kind == IL_END && at[0] == 0xFF);
        const uint8_t *target = instruction.kind == IL_JUMP ? il_target_of(at, instruction) : NULL;
        if (returns || (jumps && above > 0)) {
            epilogue.is_known = above >= 0 && above < MOST_BYTES && !(above & 7);
            epilogue.offset = (uint32_t)above + 8;
            return epilogue;
        }
        if (target && target - at < NEAR && at - target < NEAR) {
            at = target;
            continue;
        }
        if (instruction.kind == IL_END || instruction.kind == IL_JUMP) return epilogue;
        if (at[0] == 0x58 + FRAME_POINTER && above >= 0) epilogue.frame_pointer_at = (uint32_t)above;
        above += change_of(at);
        at += instruction.length;
    }
    return epilogue;
}

#else

struct il_epilogue il_read_epilogue(uintptr_t address)
{
    (void)address;
    return (struct il_epilogue){.frame_pointer_at = UINT32_MAX};
}

#endif
