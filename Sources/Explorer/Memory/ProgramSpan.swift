import CInterposition

/// The address range of the program's own code in this process.
struct ProgramSpan {
    private let first: UInt
    private let size: UInt

    init() {
        final class Found {
            var first: UInt = 0
            var size: UInt = 0
        }
        let found = Found()
        // The program is the first module.
        interleave_each_module(
            { _, first, size, context in
                guard let context else { return }
                let found = Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
                if found.size == 0 { (found.first, found.size) = (first, size) }
            }, Unmanaged.passUnretained(found).toOpaque())
        (first, size) = (found.first, found.size)
    }

    /// The offset in the program's file; 0 outside of it.
    func offset(_ address: UInt) -> UInt { address >= first && address - first < size ? address - first : 0 }
    func address(_ offset: UInt) -> UInt { first + offset }
}
