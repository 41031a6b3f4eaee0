import Synchronization

/// The calls that the compiler puts in the place of atomic operations (`-sanitize=thread`): each tells `Interruption`, then does the operation.
/// The order of memory that the program asked for is always granted, by the strictest one there is.

private struct Atomically<Value: AtomicRepresentable & BitwiseCopyable> where Value.AtomicRepresentation: BitwiseCopyable {
    let value: UnsafeMutablePointer<Atomic<Value>>

    /// - Parameter isWrite: what is known of it beforehand; an operation that reads and changes counts as a write.
    init(_ address: UnsafeMutableRawPointer, isWrite: Bool = true) {
        Interruption.access(address, MemoryLayout<Value>.size, isWrite: isWrite, isAtomic: true)
        value = address.assumingMemoryBound(to: Atomic<Value>.self)
    }
}

@_cdecl("__tsan_atomic_thread_fence") func threadFence(_ order: Int32) { atomicMemoryFence(ordering: .sequentiallyConsistent) }
@_cdecl("__tsan_atomic_signal_fence") func signalFence(_ order: Int32) {}

// MARK: 8 bits

@_cdecl("__tsan_atomic8_load") func load8(_ address: UnsafeMutableRawPointer, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address, isWrite: false).value.pointee.load(ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic8_store") func store8(_ address: UnsafeMutableRawPointer, _ new: UInt8, _ order: Int32) {
    Atomically<UInt8>(address).value.pointee.store(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic8_exchange") func exchange8(_ address: UnsafeMutableRawPointer, _ new: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.exchange(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic8_compare_exchange_val")
func compareExchange8(_ address: UnsafeMutableRawPointer, _ old: UInt8, _ new: UInt8, _ order: Int32, _ failure: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).original
}
@_cdecl("__tsan_atomic8_fetch_add") func add8(_ address: UnsafeMutableRawPointer, _ operand: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.wrappingAdd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic8_fetch_sub") func sub8(_ address: UnsafeMutableRawPointer, _ operand: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.wrappingSubtract(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic8_fetch_and") func and8(_ address: UnsafeMutableRawPointer, _ operand: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.bitwiseAnd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic8_fetch_or") func or8(_ address: UnsafeMutableRawPointer, _ operand: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.bitwiseOr(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic8_fetch_xor") func xor8(_ address: UnsafeMutableRawPointer, _ operand: UInt8, _ order: Int32) -> UInt8 {
    Atomically<UInt8>(address).value.pointee.bitwiseXor(operand, ordering: .sequentiallyConsistent).oldValue
}

// MARK: 16 bits

@_cdecl("__tsan_atomic16_load") func load16(_ address: UnsafeMutableRawPointer, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address, isWrite: false).value.pointee.load(ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic16_store") func store16(_ address: UnsafeMutableRawPointer, _ new: UInt16, _ order: Int32) {
    Atomically<UInt16>(address).value.pointee.store(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic16_exchange") func exchange16(_ address: UnsafeMutableRawPointer, _ new: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.exchange(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic16_compare_exchange_val")
func compareExchange16(_ address: UnsafeMutableRawPointer, _ old: UInt16, _ new: UInt16, _ order: Int32, _ failure: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).original
}
@_cdecl("__tsan_atomic16_fetch_add") func add16(_ address: UnsafeMutableRawPointer, _ operand: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.wrappingAdd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic16_fetch_sub") func sub16(_ address: UnsafeMutableRawPointer, _ operand: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.wrappingSubtract(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic16_fetch_and") func and16(_ address: UnsafeMutableRawPointer, _ operand: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.bitwiseAnd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic16_fetch_or") func or16(_ address: UnsafeMutableRawPointer, _ operand: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.bitwiseOr(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic16_fetch_xor") func xor16(_ address: UnsafeMutableRawPointer, _ operand: UInt16, _ order: Int32) -> UInt16 {
    Atomically<UInt16>(address).value.pointee.bitwiseXor(operand, ordering: .sequentiallyConsistent).oldValue
}

// MARK: 32 bits

@_cdecl("__tsan_atomic32_load") func load32(_ address: UnsafeMutableRawPointer, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address, isWrite: false).value.pointee.load(ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic32_store") func store32(_ address: UnsafeMutableRawPointer, _ new: UInt32, _ order: Int32) {
    Atomically<UInt32>(address).value.pointee.store(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic32_exchange") func exchange32(_ address: UnsafeMutableRawPointer, _ new: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.exchange(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic32_compare_exchange_val")
func compareExchange32(_ address: UnsafeMutableRawPointer, _ old: UInt32, _ new: UInt32, _ order: Int32, _ failure: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).original
}
@_cdecl("__tsan_atomic32_fetch_add") func add32(_ address: UnsafeMutableRawPointer, _ operand: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.wrappingAdd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic32_fetch_sub") func sub32(_ address: UnsafeMutableRawPointer, _ operand: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.wrappingSubtract(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic32_fetch_and") func and32(_ address: UnsafeMutableRawPointer, _ operand: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.bitwiseAnd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic32_fetch_or") func or32(_ address: UnsafeMutableRawPointer, _ operand: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.bitwiseOr(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic32_fetch_xor") func xor32(_ address: UnsafeMutableRawPointer, _ operand: UInt32, _ order: Int32) -> UInt32 {
    Atomically<UInt32>(address).value.pointee.bitwiseXor(operand, ordering: .sequentiallyConsistent).oldValue
}

// MARK: 64 bits

@_cdecl("__tsan_atomic64_load") func load64(_ address: UnsafeMutableRawPointer, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address, isWrite: false).value.pointee.load(ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic64_store") func store64(_ address: UnsafeMutableRawPointer, _ new: UInt64, _ order: Int32) {
    Atomically<UInt64>(address).value.pointee.store(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic64_exchange") func exchange64(_ address: UnsafeMutableRawPointer, _ new: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.exchange(new, ordering: .sequentiallyConsistent)
}
@_cdecl("__tsan_atomic64_compare_exchange_val")
func compareExchange64(_ address: UnsafeMutableRawPointer, _ old: UInt64, _ new: UInt64, _ order: Int32, _ failure: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.compareExchange(expected: old, desired: new, ordering: .sequentiallyConsistent).original
}
@_cdecl("__tsan_atomic64_fetch_add") func add64(_ address: UnsafeMutableRawPointer, _ operand: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.wrappingAdd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic64_fetch_sub") func sub64(_ address: UnsafeMutableRawPointer, _ operand: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.wrappingSubtract(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic64_fetch_and") func and64(_ address: UnsafeMutableRawPointer, _ operand: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.bitwiseAnd(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic64_fetch_or") func or64(_ address: UnsafeMutableRawPointer, _ operand: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.bitwiseOr(operand, ordering: .sequentiallyConsistent).oldValue
}
@_cdecl("__tsan_atomic64_fetch_xor") func xor64(_ address: UnsafeMutableRawPointer, _ operand: UInt64, _ order: Int32) -> UInt64 {
    Atomically<UInt64>(address).value.pointee.bitwiseXor(operand, ordering: .sequentiallyConsistent).oldValue
}
