// The lengths and the distances of x86-64 instructions: instructions.c.
#pragma once

#include <stdint.h>

#include "base/attributes.h"

enum il_instruction_kind {
    IL_PLAIN,         // the next instruction runs after it
    IL_CALL,          // calls its target
    IL_BRANCH,        // jumps on a condition, or continues after it
    IL_SHORT_BRANCH,  // the same, without a form with a longer distance (loop, jrcxz)
    IL_JUMP,          // always jumps
    IL_END,           // returns, traps, or jumps to an address that is not in the instruction
};

struct il_instruction {
    uint8_t length;  // 0: unknown instruction
    // A distance of four bytes or one, relative to the end of the instruction: its position in the
    // instruction, and its size; size 0: none.
    uint8_t distance_at, distance_size;
    enum il_instruction_kind kind;
};

// The instruction at `code`. Reads at most 16 bytes.
IL_HIDDEN struct il_instruction il_decode(const uint8_t *code);

// The address of its target.
static inline const uint8_t *il_target_of(const uint8_t *code, struct il_instruction instruction)
{
    int32_t distance = (int8_t)code[instruction.distance_at];
    if (instruction.distance_size == 4) __builtin_memcpy(&distance, code + instruction.distance_at, 4);
    return code + instruction.length + distance;
}
