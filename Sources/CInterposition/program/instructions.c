// The length of each x86-64 instruction, and the distance to its operand or jump target.
//
// An instruction is a sequence of prefixes, an opcode of one to three bytes, an operand byte
// (ModRM, with an index and a distance), and a constant. The opcode alone decides whether there is
// an operand byte and how long the constant is. The tables below say this, one letter for each
// opcode. So the length of every instruction that compilers write is known.
//
//     .  nothing follows                M  a byte for the operands            B  a constant of one byte
//     m  such a byte, and a constant    Z  a constant of four bytes (two)     z  such a byte, and a constant of four bytes (two)
//     Q  an address or a constant of eight bytes, four or two                 W  two bytes    E  three
//     J  a distance of one byte         L  a distance of four bytes           X  not an instruction, or read elsewhere
//
// (The AMD64 Architecture Programmer's Manual, volume 3, appendix A; Intel's, volume 2, appendix A.)
#include "program/instructions.h"

#include <stdbool.h>
#include <stddef.h>

#if defined(__x86_64__)

static const char one_byte[] =
    "MMMMBZXXMMMMBZXX" "MMMMBZXXMMMMBZXX" "MMMMBZXXMMMMBZXX" "MMMMBZXXMMMMBZXX"  // arithmetic
    "XXXXXXXXXXXXXXXX"                                                              // prefixes for wide registers
    "................"                                                              // push, pop
    "XXXMXXXXZzBm...."
    "JJJJJJJJJJJJJJJJ"                                                              // conditional jumps
    "mzXmMMMMMMMMMMMM"
    "..........X....."
    "QQQQ....BZ......"
    "BBBBBBBBQQQQQQQQ"                                                              // constants for registers
    "mmW.XXmzE.W..BX."
    "MMMMXXX.MMMMMMMM"
    "JJJJBBBBLLXJ...."
    "X.XX..MM......MM";

static const char after_0f[] =
    "MMMMX.....X.XM.m"
    "MMMMMMMMMMMMMMMM"
    "MMMMXXXXMMMMMMMM"
    "........XXXXXXXX"  // 38 and 3A lead to more opcodes
    "MMMMMMMMMMMMMMMM"
    "MMMMMMMMMMMMMMMM"
    "MMMMMMMMMMMMMMMM"
    "mmmmMMM.MMXXMMMM"
    "LLLLLLLLLLLLLLLL"  // conditional jumps
    "MMMMMMMMMMMMMMMM"
    "...MmMXX...MmMMM"
    "MMMMMMMMMMmMMMMM"
    "MMmMmmmM........"
    "MMMMMMMMMMMMMMMM"
    "MMMMMMMMMMMMMMMM"
    "MMMMMMMMMMMMMMMM";

enum { LONGEST = 15 };

struct reading {
    const uint8_t *code;
    size_t at;
    bool is_narrow, is_wide, has_short_addresses, repeats;
    struct il_instruction instruction;
};

// Reads the operand byte, and what belongs to it. In mode 0, base 5 is a distance from the end of
// the instruction.
static void read_operands(struct reading *reading)
{
    uint8_t operands = reading->code[reading->at++], mode = operands >> 6, base = operands & 7;
    if (mode == 3) return;
    bool at_distance = mode == 0 && base == 5;
    if (base == 4) {
        bool has_no_base = mode == 0 && (reading->code[reading->at] & 7) == 5;
        reading->at += has_no_base ? 5 : 1;
    }
    if (at_distance) {
        reading->instruction.distance_at = (uint8_t)reading->at;
        reading->instruction.distance_size = 4;
    }
    reading->at += mode == 2 || at_distance ? 4 : mode;
}

static void read_distance(struct reading *reading, uint8_t size)
{
    reading->instruction.distance_at = (uint8_t)reading->at;
    reading->instruction.distance_size = size;
    reading->at += size;
}

static bool read_rest(struct reading *reading, char form, bool is_shortest)
{
    switch (form) {
    case '.': return true;
    case 'M': read_operands(reading); return true;
    case 'm': read_operands(reading); reading->at += 1; return true;
    case 'z': read_operands(reading); reading->at += reading->is_narrow && !reading->is_wide ? 2 : 4; return true;
    case 'B': reading->at += 1; return true;
    case 'Z': reading->at += reading->is_narrow && !reading->is_wide ? 2 : 4; return true;
    case 'W': reading->at += 2; return true;
    case 'E': reading->at += 3; return true;
    case 'Q':
        if (is_shortest) reading->at += reading->has_short_addresses ? 4 : 8;
        else reading->at += reading->is_wide ? 8 : reading->is_narrow ? 2 : 4;
        return true;
    case 'J': read_distance(reading, 1); return true;
    case 'L': read_distance(reading, 4); return true;
    default: return false;
    }
}

// Reads what follows the opcodes of vector instructions, by the table that their prefix names.
static bool read_vector(struct reading *reading, uint8_t table)
{
    uint8_t operation = reading->code[reading->at++];
    switch (table) {
    case 1: return read_rest(reading, after_0f[operation] == 'm' ? 'm' : operation == 0x77 ? '.' : 'M', false);
    case 2: case 5: case 6: return read_rest(reading, 'M', false);
    case 3: return read_rest(reading, 'm', false);
    default: return false;
    }
}

static bool read_after_0f(struct reading *reading)
{
    uint8_t operation = reading->code[reading->at++];
    if (operation == 0x38 || operation == 0x3A) {
        reading->at++;
        return read_rest(reading, operation == 0x38 ? 'M' : 'm', false);
    }
    // (One of AMD's has two constants.)
    if (operation == 0x78 && (reading->is_narrow || reading->repeats)) return false;
    if ((operation & 0xF0) == 0x80) reading->instruction.kind = IL_BRANCH;
    if (operation == 0x0B || operation == 0xB9 || operation == 0xFF) reading->instruction.kind = IL_END;
    return read_rest(reading, after_0f[operation], false);
}

static void learn_kind(struct reading *reading, uint8_t operation)
{
    enum il_instruction_kind *kind = &reading->instruction.kind;
    uint8_t operands = reading->code[reading->at], number = operands >> 3 & 7;
    switch (operation) {
    case 0x70 ... 0x7F: *kind = IL_BRANCH; break;
    case 0xE0 ... 0xE3: *kind = IL_SHORT_BRANCH; break;
    case 0xE8: *kind = IL_CALL; break;
    case 0xE9: case 0xEB: *kind = IL_JUMP; break;
    case 0xC2: case 0xC3: case 0xCA: case 0xCB: case 0xCC: case 0xCF: case 0xF4: *kind = IL_END; break;
    case 0xFF:
        if (number == 4 || number == 5) *kind = IL_END;
        break;
    }
}

static bool read_operation(struct reading *reading, uint8_t operation)
{
    const uint8_t *next = reading->code + reading->at;
    switch (operation) {
    case 0x0F: return read_after_0f(reading);
    case 0xC5: reading->at += 1; return read_vector(reading, 1);
    case 0xC4: reading->at += 2; return read_vector(reading, next[0] & 0x1F);
    case 0x62: reading->at += 3; return read_vector(reading, next[0] & 7);
    case 0x8F: return (next[0] >> 3 & 7) == 0 && read_rest(reading, 'M', false);
    case 0xC6: case 0xC7:  // (With another number they belong to transactions.)
        return (next[0] >> 3 & 7) == 0 && read_rest(reading, one_byte[operation], false);
    case 0xF6: return read_rest(reading, (next[0] >> 3 & 7) < 2 ? 'm' : 'M', false);
    case 0xF7: return read_rest(reading, (next[0] >> 3 & 7) < 2 ? 'z' : 'M', false);
    }
    learn_kind(reading, operation);
    return read_rest(reading, one_byte[operation], (operation & 0xFC) == 0xA0);
}

static bool is_prefix(struct reading *reading, uint8_t byte)
{
    switch (byte) {
    case 0x66: reading->is_narrow = true; return true;
    case 0x67: reading->has_short_addresses = true; return true;
    case 0xF2: case 0xF3: reading->repeats = true; return true;
    case 0x26: case 0x2E: case 0x36: case 0x3E: case 0x64: case 0x65: case 0xF0: return true;
    default: return false;
    }
}

struct il_instruction il_decode(const uint8_t *code)
{
    struct reading reading = {.code = code};
    while (is_prefix(&reading, code[reading.at])) {
        if (++reading.at == LONGEST) return (struct il_instruction){0};
    }
    if ((code[reading.at] & 0xF0) == 0x40) reading.is_wide = code[reading.at++] & 8;
    uint8_t operation = code[reading.at++];
    bool is_known = read_operation(&reading, operation) && reading.at <= LONGEST;
    // A distance in a 32-bit address cannot be told from another one, because the addresses wrap
    // around.
    if (!is_known || (reading.has_short_addresses && reading.instruction.distance_size)) return (struct il_instruction){0};
    reading.instruction.length = (uint8_t)reading.at;
    return reading.instruction;
}

#else

struct il_instruction il_decode(const uint8_t *code)
{
    (void)code;
    return (struct il_instruction){0};
}

#endif
