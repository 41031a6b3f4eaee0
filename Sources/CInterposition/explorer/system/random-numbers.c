// Random numbers: a controlled task gets the same ones in each execution, wherever they come from.
//
// The system's generator (`getrandom`, `getentropy`, `arc4random`, /dev/random, and with them
// Swift's SystemRandomNumberGenerator, `shuffled`, UUID and NSUUID) is replaced by a sequence of
// numbers for each task (SplitMix64; Steele, Lea and Flood, 2014). The start of a sequence depends
// on the seed, on the task's parent, and on how many children the parent had before. So it does not
// depend on which thread draws first.
//
// `rand`, `random` and the `drand48` family are not random: the C library keeps one state for the whole process, and computes the next number from it.
// They give the numbers that the C library would give. The state is as in a new process when an execution begins. It is shared: which thread
// comes first is a choice of the explorer. `rand` and `random` take a lock, so each call is one step. The `drand48` family takes none (its manual
// says "MT-Unsafe"), so two threads that call it at the same time race.
//
// Hash seeds are set once, before the program begins: with another seed, existing tables could not
// find their elements.
#define _GNU_SOURCE
#include "explorer/system/random-numbers.h"

#include "explorer/bridge.h"
#include "explorer/redirections.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

// MARK: the system's generator

static bool has_drawn;
bool interleave_has_drawn_random_numbers(void) { return has_drawn; }

uint64_t il_mix(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

static uint64_t first_seed;
static const uint64_t stride = 0x9E3779B97F4A7C15;

static uint64_t beginning(const struct il_row *row)
{
    return il_mix(row->parent ? beginning(row->parent) + row->birth * stride : first_seed * stride);
}

void il_draw(unsigned char *bytes, size_t count)
{
    enum { STEP_BITS = 56 };
    struct il_row *row = &il_self.row;
    has_drawn = true;
    if (!row->is_begun) row->drawn = il_mix(~beginning(row));
    row->is_begun = true;
    for (size_t index = 0; index < count; index++) bytes[index] = (unsigned char)(il_mix(row->drawn += stride) >> STEP_BITS);
}

static ssize_t draw_bytes(void *bytes, size_t count, unsigned int flags)
{
    if (!il_controlled()) return IL_REAL(getrandom)(bytes, count, flags);
    il_draw(bytes, count);
    return (ssize_t)count;
}

static int draw_entropy(void *bytes, size_t count)
{
    if (!il_controlled()) return IL_REAL(getentropy)(bytes, count);
    il_draw(bytes, count);
    return 0;
}

// (Older C libraries have none of these three; then no code calls them.)
static void draw_into(void *bytes, size_t count)
{
    if (il_controlled()) il_draw(bytes, count);
    else ((void (*)(void *, size_t))il_real("arc4random_buf"))(bytes, count);
}

static uint32_t draw_number(void)
{
    uint32_t number;
    draw_into(&number, sizeof number);
    return number;
}

// All numbers below the bound are equally likely: numbers of the last, incomplete range are drawn
// again.
static uint32_t draw_below(uint32_t bound)
{
    if (bound < 2) return 0;
    uint32_t least = -bound % bound, number;
    do number = draw_number(); while (number < least);
    return number % bound;
}

// MARK: the C library's own generators

enum { TABLE = 128 };  // bytes, as in the C library
static struct {
    bool is_begun;
    char table[TABLE];
    struct random_data random;
    struct drand48_data real;
} state;

// Represent the states that several threads share.
static _Alignas(8) const char shared_random[8], shared_real[8];

const char *interleave_generator_at(uintptr_t address)
{
    return address == (uintptr_t)shared_real ? "the state of drand48()" : address == (uintptr_t)shared_random ? "the state of random()" : NULL;
}

void interleave_begin_random_numbers(uint64_t seed)
{
    first_seed = seed;
    state.is_begun = false;
}

static void begin(void)
{
    if (state.is_begun) return;
    memset(&state, 0, sizeof state);
    initstate_r(1, state.table, sizeof state.table, &state.random);
    state.is_begun = true;
}

static void touch(bool is_locked, const void *frame)
{
    uintptr_t place = il_program_caller((void *)frame);
    il_enter_from(frame);
    if (is_locked) {
        il_control->atomic(
            (uintptr_t)shared_random, sizeof shared_random,
            INTERLEAVE_LOADS | INTERLEAVE_STORES | INTERLEAVE_ACQUIRES | INTERLEAVE_RELEASES, place);
    } else {
        il_control->access((uintptr_t)shared_real, sizeof shared_real, INTERLEAVE_WRITES, place);
    }
    il_leave();
    begin();
}

#define ROW(type, name, parameters, arguments, is_locked, ...)             \
    static type row_##name parameters                                      \
    {                                                                      \
        if (!il_controlled()) return IL_REAL(name) arguments;              \
        touch(is_locked, __builtin_frame_address(0));                      \
        __VA_ARGS__                                                        \
    }
#define NEXT(type, call, ...)     \
    type number = 0;              \
    call(__VA_ARGS__, &number);   \
    return number;

ROW(int, rand, (void), (), true, NEXT(int32_t, random_r, &state.random))
ROW(long, random, (void), (), true, NEXT(int32_t, random_r, &state.random))
ROW(void, srand, (unsigned seed), (seed), true, srandom_r(seed, &state.random);)
ROW(void, srandom, (unsigned seed), (seed), true, srandom_r(seed, &state.random);)
ROW(double, drand48, (void), (), false, NEXT(double, drand48_r, &state.real))
ROW(long, lrand48, (void), (), false, NEXT(long, lrand48_r, &state.real))
ROW(long, mrand48, (void), (), false, NEXT(long, mrand48_r, &state.real))
ROW(void, srand48, (long seed), (seed), false, srand48_r(seed, &state.real);)

static unsigned short *row_seed48(unsigned short seed[3])
{
    static unsigned short before[3];
    if (!il_controlled()) return IL_REAL(seed48)(seed);
    touch(false, __builtin_frame_address(0));
    memcpy(before, state.real.__x, sizeof before);
    seed48_r(seed, &state.real);
    return before;
}

ROW(void, lcong48, (unsigned short words[7]), (words), false, lcong48_r(words, &state.real);)

#define ENTRY(name) {#name, row_##name}
const struct il_redirection il_random[] = {
    {"getrandom", draw_bytes}, {"getentropy", draw_entropy}, {"arc4random_buf", draw_into}, {"arc4random", draw_number},
    {"arc4random_uniform", draw_below}, ENTRY(rand), ENTRY(random), ENTRY(srand), ENTRY(srandom), ENTRY(drand48), ENTRY(lrand48), ENTRY(mrand48),
    ENTRY(srand48), ENTRY(seed48), ENTRY(lcong48),
};
const size_t il_random_count = sizeof il_random / sizeof il_random[0];

// MARK: hashes

// With this variable the process uses another hash seed. (SWIFT_DETERMINISTIC_HASHING alone means
// the seed 0, and the same order in all tables.)
static __attribute__((constructor)) void seed_hashes(void)
{
    const char *text = getenv("INTERLEAVE_HASHING_SEED");
    uint64_t seed = text ? strtoull(text, NULL, 10) : 0;
    struct {
        uint64_t first, second;
    } *parameters = seed ? dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters") : NULL;
    if (!parameters) return;
    parameters->first = il_mix(seed);
    parameters->second = il_mix(~seed);
}
