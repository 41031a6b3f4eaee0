// Foundation's methods that act for their caller: its locks and sleeps. Calls inside them count as
// the program's.
#define _GNU_SOURCE
#include "program/foundation-wrappers.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

struct range {
    uintptr_t low, high;
};
static struct range transparent[64];
static uint32_t transparent_count;
enum { SHORTEST_METHOD = 32 };        // no function begins within this many bytes of another one's start

// `withLock` is compiled into the program. It reaches a lock through the protocol witness table of
// its class for NSLocking: after a word that describes the table, the functions for lock() and
// unlock(), which jump to shared code.
static void find_witnesses(const char *table_name)
{
    uint8_t **table = dlsym(RTLD_DEFAULT, table_name);
    for (int index = 1; table && index <= 2 && transparent_count + 2 <= sizeof transparent / sizeof transparent[0]; index++) {
        const uint8_t *code = table[index];
        transparent[transparent_count++] = (struct range){(uintptr_t)code, (uintptr_t)code + SHORTEST_METHOD};
#if defined(__x86_64__)
        static const uint8_t frame_and_jump[] = {0x55, 0x48, 0x89, 0xE5, 0x5D, 0xE9};
        if (memcmp(code, frame_and_jump, sizeof frame_and_jump) != 0) continue;
        int32_t distance;
        memcpy(&distance, code + sizeof frame_and_jump, 4);
        uintptr_t shared = (uintptr_t)code + sizeof frame_and_jump + 4 + (uintptr_t)(intptr_t)distance;
        transparent[transparent_count++] = (struct range){shared, shared + SHORTEST_METHOD};
#endif
    }
}

// The compiler has merged methods of several classes that have the same code: each removes its
// frame and jumps there.
static void find_merged(const uint8_t *code, size_t size)
{
    enum { JUMP = 5, SHORTEST_MERGED = 96 };
#if defined(__x86_64__)
    for (size_t at = 1; at + JUMP <= size; at++) {
        if (code[at] != 0xE9 || code[at - 1] != 0x5D) continue;
        int32_t distance;
        memcpy(&distance, code + at + 1, 4);
        uintptr_t merged = (uintptr_t)code + at + JUMP + (uintptr_t)(intptr_t)distance;
        if (transparent_count == sizeof transparent / sizeof transparent[0]) return;
        transparent[transparent_count++] = (struct range){merged, merged + SHORTEST_MERGED};
    }
#else
    (void)code, (void)size;
#endif
}

// Foundation's locks and sleeps, by symbol: looked up, never linked. (Except for NSConditionLock,
// which holds its mutex only very briefly, at both ends.) The dynamic linker takes some
// milliseconds for this, so it is done before recording.
static void find_transparent_methods(void)
{
    static const char *const names[] = {
        "$s10Foundation6NSLockC4lockyyF", "$s10Foundation6NSLockC6unlockyyF", "$s10Foundation6NSLockC3trySbyF",
        "$s10Foundation6NSLockC4lock6beforeSbAA4DateV_tF", "$s10Foundation6NSLockC4lock6beforeSb0A10Essentials4DateV_tF",
        "$s10Foundation15NSRecursiveLockC4lockyyF", "$s10Foundation15NSRecursiveLockC6unlockyyF", "$s10Foundation15NSRecursiveLockC3trySbyF",
        "$s10Foundation15NSRecursiveLockC4lock6beforeSb0A10Essentials4DateV_tF",
        "$s10Foundation11NSConditionC4lockyyF", "$s10Foundation11NSConditionC6unlockyyF", "$s10Foundation11NSConditionC4waityyF",
        "$s10Foundation11NSConditionC4wait5untilSb0A10Essentials4DateV_tF", "$s10Foundation11NSConditionC6signalyyF",
        "$s10Foundation11NSConditionC9broadcastyyF",
        "$s10Foundation6ThreadC5sleep15forTimeIntervalySd_tFZ", "$s10Foundation6ThreadC5sleep5untily0A10Essentials4DateV_tFZ",
        "$s10Foundation6ThreadC5startyyF",
    };
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        void *address = dlsym(RTLD_DEFAULT, names[index]);
        Dl_info info;
        ElfW(Sym) *symbol = NULL;
        if (!address || !dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) continue;
        transparent[transparent_count++] = (struct range){(uintptr_t)address, (uintptr_t)address + symbol->st_size};
        find_merged(address, symbol->st_size);
    }
    find_witnesses("$s10Foundation6NSLockCAA9NSLockingAAWP");
    find_witnesses("$s10Foundation15NSRecursiveLockCAA9NSLockingAAWP");
    find_witnesses("$s10Foundation11NSConditionCAA9NSLockingAAWP");
}

void il_find_transparent_methods(void)
{
    static pthread_once_t found = PTHREAD_ONCE_INIT;
    pthread_once(&found, find_transparent_methods);
}

bool il_is_transparent(uintptr_t address)
{
    for (uint32_t index = 0; index < transparent_count; index++) {
        if (address - transparent[index].low < transparent[index].high - transparent[index].low) return true;
    }
    return false;
}
