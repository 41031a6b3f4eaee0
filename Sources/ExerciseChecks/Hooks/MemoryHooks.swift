import Glibc

/// The calls that the compiler puts in front of accesses to memory (`-sanitize=thread`): here they do not find races by themselves, but tell
/// `Interruption` where a thread is. They are in the attempt's program alone, and called only where the attempt was compiled for it.

@_cdecl("__tsan_init") func memoryHooksBegin() {}
@_cdecl("__tsan_ignore_thread_begin") func ignoreThreadBegin() {}
@_cdecl("__tsan_ignore_thread_end") func ignoreThreadEnd() {}
@_cdecl("__tsan_func_entry") func functionEntered(_ caller: UnsafeRawPointer?) { Interruption.pass() }
@_cdecl("__tsan_func_exit") func functionLeft() { Interruption.pass() }
// The access of a whole value, for a method that changes it. What the method really touches is not known, so it is a place and no access.
@_cdecl("__tsan_external_read")
func externalRead(_ address: UnsafeRawPointer?, _ caller: UnsafeRawPointer?, _ tag: UnsafeRawPointer?) { Interruption.pass() }
// The compiler keeps its name for this one to itself; the linker gives it (`Compiler`).
@_cdecl("interleave_external_write")
func externalWrite(_ address: UnsafeRawPointer?, _ caller: UnsafeRawPointer?, _ tag: UnsafeRawPointer?) { Interruption.pass() }

@_cdecl("__tsan_read1") func read1(_ address: UnsafeRawPointer?) { Interruption.access(address, 1, isWrite: false) }
@_cdecl("__tsan_write1") func write1(_ address: UnsafeRawPointer?) { Interruption.access(address, 1, isWrite: true) }
@_cdecl("__tsan_read2") func read2(_ address: UnsafeRawPointer?) { Interruption.access(address, 2, isWrite: false) }
@_cdecl("__tsan_write2") func write2(_ address: UnsafeRawPointer?) { Interruption.access(address, 2, isWrite: true) }
@_cdecl("__tsan_unaligned_read2") func unalignedRead2(_ address: UnsafeRawPointer?) { Interruption.access(address, 2, isWrite: false) }
@_cdecl("__tsan_unaligned_write2") func unalignedWrite2(_ address: UnsafeRawPointer?) { Interruption.access(address, 2, isWrite: true) }
@_cdecl("__tsan_read4") func read4(_ address: UnsafeRawPointer?) { Interruption.access(address, 4, isWrite: false) }
@_cdecl("__tsan_write4") func write4(_ address: UnsafeRawPointer?) { Interruption.access(address, 4, isWrite: true) }
@_cdecl("__tsan_unaligned_read4") func unalignedRead4(_ address: UnsafeRawPointer?) { Interruption.access(address, 4, isWrite: false) }
@_cdecl("__tsan_unaligned_write4") func unalignedWrite4(_ address: UnsafeRawPointer?) { Interruption.access(address, 4, isWrite: true) }
@_cdecl("__tsan_read8") func read8(_ address: UnsafeRawPointer?) { Interruption.access(address, 8, isWrite: false) }
@_cdecl("__tsan_write8") func write8(_ address: UnsafeRawPointer?) { Interruption.access(address, 8, isWrite: true) }
@_cdecl("__tsan_unaligned_read8") func unalignedRead8(_ address: UnsafeRawPointer?) { Interruption.access(address, 8, isWrite: false) }
@_cdecl("__tsan_unaligned_write8") func unalignedWrite8(_ address: UnsafeRawPointer?) { Interruption.access(address, 8, isWrite: true) }
@_cdecl("__tsan_read16") func read16(_ address: UnsafeRawPointer?) { Interruption.access(address, 16, isWrite: false) }
@_cdecl("__tsan_write16") func write16(_ address: UnsafeRawPointer?) { Interruption.access(address, 16, isWrite: true) }
@_cdecl("__tsan_unaligned_read16") func unalignedRead16(_ address: UnsafeRawPointer?) { Interruption.access(address, 16, isWrite: false) }
@_cdecl("__tsan_unaligned_write16") func unalignedWrite16(_ address: UnsafeRawPointer?) { Interruption.access(address, 16, isWrite: true) }

@_cdecl("__tsan_memcpy")
func copy(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> UnsafeMutableRawPointer {
    move(target, source, count)
}
@_cdecl("__tsan_memmove")
func move(_ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int) -> UnsafeMutableRawPointer {
    Interruption.access(source, count, isWrite: false)
    Interruption.access(target, count, isWrite: true)
    return memmove(target, source, count)
}
@_cdecl("__tsan_memset")
func fill(_ target: UnsafeMutableRawPointer, _ byte: Int32, _ count: Int) -> UnsafeMutableRawPointer {
    Interruption.access(target, count, isWrite: true)
    return memset(target, byte, count)
}
