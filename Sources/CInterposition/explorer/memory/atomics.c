// Atomic accesses of instrumented code. The scheduler decides when they happen. The access itself
// is sequentially consistent, since only one task runs at a time. The requested memory order is
// reported, because it decides whether the access synchronizes.
#define _GNU_SOURCE
#include "explorer/bridge.h"
#include "explorer/memory/freed-memory.h"
#include "recorder/chaos.h"
#include "symbols/swift-mutex.h"

#define HERE ((uintptr_t)__builtin_return_address(0))
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQUIRE_RELEASE, SEQUENTIAL };

static inline uint32_t acquires(int order) { return order == RELAXED || order == RELEASE ? 0 : INTERLEAVE_ACQUIRES; }
// Different threads may see accesses with weaker orders than sequential consistency in different
// orders.
static inline uint32_t weak(int order) { return order == SEQUENTIAL ? 0 : INTERLEAVE_IS_WEAK; }
static inline uint32_t releases(int order) { return order >= RELEASE ? INTERLEAVE_RELEASES : 0; }

// In a real run: what is released must be there before another thread can find the new value. What is acquired is
// only known after the access. (A comparison that fails releases nothing, but that is known too late.)
static __attribute__((noinline)) void before_real(const volatile void *address, uint32_t size, uint32_t effect, uintptr_t place)
{
    bool writes = effect & (INTERLEAVE_STORES | INTERLEAVE_COMPARES);
    il_chaos_access((uintptr_t)address, size, INTERLEAVE_IS_ATOMIC | (writes ? INTERLEAVE_WRITES : 0), place);
    if (effect & INTERLEAVE_RELEASES || effect & INTERLEAVE_COMPARES) il_chaos_release((uintptr_t)address);
}

static inline __attribute__((always_inline)) void touched(const volatile void *address, uint32_t size, uint32_t effect, uintptr_t place)
{
    if (!il_controlled()) {
        if (IL_UNLIKELY(il_chaos != NULL)) before_real(address, size, effect, place);
        return;
    }
    if (il_self.open_accesses) {
        il_tell_marks();
        il_see_access((uintptr_t)address, size, true);
    }
    il_enter();
    il_control->atomic((uintptr_t)address, size, effect, place);
    il_leave();
    if (IL_UNLIKELY(il_may_be_freed((uintptr_t)address))) il_check_freed((uintptr_t)address, place);
}

static inline __attribute__((always_inline)) void settled(const volatile void *address, uint32_t size, uint32_t effect)
{
    if (!il_controlled()) {
        if (effect & INTERLEAVE_ACQUIRES) IL_ACQUIRED(address);
        return;
    }
    il_enter();
    il_control->settled((uintptr_t)address, size, effect);
    il_leave();
}

// An update of an atomic variable that the library builds from a load and comparisons (`add`,
// `max`) is one step, at the load. No other task runs before the comparison, so it succeeds. Called
// before the load, with the requested order.
enum { NO_UPDATE, COMPARES, LOADS_FIRST };
IL_EXPORT void interleave_begin_update(int32_t order)
{
    if (il_controlled()) il_self.update = LOADS_FIRST + order;
}

static inline __attribute__((always_inline)) void loaded(const volatile void *address, uint32_t size, int order, uintptr_t place)
{
    int updating = il_self.update - LOADS_FIRST;
    if (updating < 0) return touched(address, size, INTERLEAVE_LOADS | weak(order) | acquires(order), place);
    il_self.update = COMPARES;
    touched(address, size, INTERLEAVE_LOADS | INTERLEAVE_STORES | acquires(updating) | releases(updating), place);
}

static inline __attribute__((always_inline)) bool ends_update(void)
{
    if (il_self.update != COMPARES) return false;
    il_self.update = NO_UPDATE;
    return true;
}

#define UPDATE(bits, type, name, builtin)                                                                                        \
    IL_EXPORT type __tsan_atomic##bits##_##name(volatile type *address, type value, int order)                                   \
    {                                                                                                                            \
        touched(address, bits / 8, INTERLEAVE_LOADS | INTERLEAVE_STORES | acquires(order) | releases(order), HERE);              \
        type before = builtin(address, value, __ATOMIC_SEQ_CST);                                                                 \
        if (acquires(order)) IL_ACQUIRED(address);                                                                               \
        return before;                                                                                                           \
    }
#define EXCHANGE(bits, type, how)                                                                                                \
    IL_EXPORT int __tsan_atomic##bits##_compare_exchange_##how(volatile type *address, type *expected, type wanted, int order, int failure) \
    {                                                                                                                            \
        touched(address, bits / 8, INTERLEAVE_LOADS | INTERLEAVE_COMPARES, HERE);                                                \
        bool done = __atomic_compare_exchange_n(address, expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);               \
        settled(address, bits / 8, INTERLEAVE_LOADS | (done ? INTERLEAVE_STORES | acquires(order) | releases(order) : acquires(failure))); \
        return done;                                                                                                             \
    }
#define ATOMICS(bits, type)                                                                                                      \
    IL_EXPORT type __tsan_atomic##bits##_load(const volatile type *address, int order)                                           \
    {                                                                                                                            \
        loaded(address, bits / 8, order, HERE);                                                                                  \
        type value = __atomic_load_n(address, __ATOMIC_SEQ_CST);                                                                 \
        if (acquires(order)) IL_ACQUIRED(address);                                                                               \
        return value;                                                                                                            \
    }                                                                                                                            \
    IL_EXPORT void __tsan_atomic##bits##_store(volatile type *address, type value, int order)                                    \
    {                                                                                                                            \
        touched(address, bits / 8, INTERLEAVE_STORES | weak(order) | releases(order), HERE);                                     \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                                                      \
    }                                                                                                                            \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                                                            \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                                                            \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                                                            \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                                                            \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                                              \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                                                            \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                                                                          \
    EXCHANGE(bits, type, strong)                                                                                                 \
    EXCHANGE(bits, type, weak)                                                                                                   \
    IL_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type *address, type expected, type wanted, int order, int failure) \
    {                                                                                                                            \
        if (bits == 32 && il_is_of_mutex(address, (uint32_t)expected, (uint32_t)wanted)) return (type)~expected;                 \
        bool is_step = !ends_update();                                                                                           \
        if (is_step) touched(address, bits / 8, INTERLEAVE_LOADS | INTERLEAVE_COMPARES, HERE);                                   \
        bool done = __atomic_compare_exchange_n(address, &expected, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);              \
        uint32_t effect = INTERLEAVE_LOADS | (done ? INTERLEAVE_STORES | acquires(order) | releases(order) : acquires(failure)); \
        if (is_step) settled(address, bits / 8, effect);                                                                         \
        return expected;                                                                                                         \
    }
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

// Pairs of words. All accesses to one come here, so our lock makes them atomic.
typedef unsigned __int128 pair;
static atomic_flag pair_lock = ATOMIC_FLAG_INIT;
static pair change_pair(volatile pair *address, pair value, bool stores)
{
    while (atomic_flag_test_and_set_explicit(&pair_lock, memory_order_acquire)) {}
    pair before = *address;
    if (stores) *address = value;
    atomic_flag_clear_explicit(&pair_lock, memory_order_release);
    return before;
}

IL_EXPORT pair __tsan_atomic128_load(const volatile pair *address, int order)
{
    touched(address, 16, INTERLEAVE_LOADS | weak(order) | acquires(order), HERE);
    pair value = change_pair((volatile pair *)address, 0, false);
    if (acquires(order)) IL_ACQUIRED(address);
    return value;
}
IL_EXPORT void __tsan_atomic128_store(volatile pair *address, pair value, int order)
{
    touched(address, 16, INTERLEAVE_STORES | weak(order) | releases(order), HERE);
    change_pair(address, value, true);
}
IL_EXPORT pair __tsan_atomic128_exchange(volatile pair *address, pair value, int order)
{
    touched(address, 16, INTERLEAVE_LOADS | INTERLEAVE_STORES | acquires(order) | releases(order), HERE);
    pair before = change_pair(address, value, true);
    if (acquires(order)) IL_ACQUIRED(address);
    return before;
}
IL_EXPORT pair __tsan_atomic128_compare_exchange_val(volatile pair *address, pair expected, pair wanted, int order, int failure)
{
    touched(address, 16, INTERLEAVE_LOADS | INTERLEAVE_COMPARES, HERE);
    while (atomic_flag_test_and_set_explicit(&pair_lock, memory_order_acquire)) {}
    pair before = *address;
    bool done = before == expected;
    if (done) *address = wanted;
    atomic_flag_clear_explicit(&pair_lock, memory_order_release);
    settled(address, 16, INTERLEAVE_LOADS | (done ? INTERLEAVE_STORES | acquires(order) | releases(order) : acquires(failure)));
    return before;
}

IL_EXPORT void __tsan_atomic_thread_fence(int order)
{
    if (il_controlled()) {
        il_ask((struct interleave_call){
            .kind = INTERLEAVE_FENCE,
            .flags = (acquires(order) ? INTERLEAVE_FENCE_ACQUIRES : 0) | (releases(order) ? INTERLEAVE_FENCE_RELEASES : 0)});
    }
    if (releases(order)) IL_RELEASED(IL_ALL_FENCES);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (acquires(order)) IL_ACQUIRED(IL_ALL_FENCES);
}
IL_EXPORT void __tsan_atomic_signal_fence(int order) { (void)order; }
