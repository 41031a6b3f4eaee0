/// A short hash of contents: FNV-1a, 64 bits (Fowler, Noll and Vo, 1991). The same bytes have the same
/// hash in each run.
public struct Fingerprint: Sendable {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// Adds bytes that go on where the bytes before them ended.
    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }

    /// Adds bytes and their end: the parts "ab" and "c" are not "a" and "bc".
    public mutating func addPart(_ bytes: some Sequence<UInt8>) {
        add(bytes)
        value = (value ^ 0xFF) &* 0x100_0000_01B3
    }

    public var text: String { String(value, radix: 36) }
}
