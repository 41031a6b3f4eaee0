/// A list of whole numbers that takes little memory and is read at any index in constant time.
///
/// The numbers lie in blocks of 256. A block keeps its smallest number, and for each number the
/// difference to it, in as many bytes as the largest difference needs (frame of reference coding:
/// Goldstein, Ramakrishnan and Shaft, 1998). Neighbors in a trace are alike: times ascend slowly,
/// and most events have the same queue. So one to three bytes are enough for most numbers. The last
/// block stays open until it is full.
public struct PackedColumn: Sendable {
    /// Blocks that are full: the smallest number, and where the differences are.
    private var blocks: [Block] = []
    /// The differences of all full blocks, and eight bytes more, so that eight can be read together.
    private var bytes: [UInt8] = []
    /// The numbers of the last block.
    private var open: [Int64] = []
    public private(set) var count = 0

    private struct Block: Sendable {
        var smallest: Int64
        /// Offset in `bytes`, times 16, plus the bytes of each difference.
        var place: UInt64
    }

    private static let slack = 8

    public init() {}

    /// A column of these numbers.
    public init(_ numbers: some Sequence<Int64>) {
        for number in numbers { append(number) }
        shrink()
    }

    public var indices: Range<Int> { 0..<count }

    /// Adds a number at the end. Constant time on average.
    public mutating func append(_ number: Int64) {
        open.append(number)
        count += 1
        if open.count == 256 { closeBlock() }
    }

    /// The number at an index from 0 up to, not including, `count`.
    public subscript(index: Int) -> Int64 {
        @inline(__always) get {
            let block = index >> 8
            guard block < blocks.count else { return open[index & 255] }
            let smallest = blocks[block].smallest, place = blocks[block].place
            let width = Int(place & 15)
            if width == 0 { return smallest }
            let offset = Int(place >> 4) + (index & 255) * width
            let raw = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
            return smallest &+ Int64(bitPattern: UInt64(littleEndian: raw) & (UInt64.max >> UInt64(64 - 8 * width)))
        }
    }

    /// Gives back memory that was kept for more numbers. Linear.
    public mutating func shrink() {
        if open.capacity > open.count + 8 { open = Array(unsafeUninitializedCapacity: open.count) { $1 = Self.copy(open, to: $0) } }
        if bytes.capacity > bytes.count + 64 { bytes = Array(unsafeUninitializedCapacity: bytes.count) { $1 = Self.copy(bytes, to: $0) } }
        if blocks.capacity > blocks.count + 4 {
            blocks = Array(unsafeUninitializedCapacity: blocks.count) { $1 = Self.copy(blocks, to: $0) }
        }
    }

    /// Bytes of memory that the numbers take.
    public var memory: Int { bytes.capacity + blocks.capacity * MemoryLayout<Block>.stride + open.capacity * 8 }

    private static func copy<Element>(_ list: [Element], to target: UnsafeMutableBufferPointer<Element>) -> Int {
        _ = target.initialize(from: list)
        return list.count
    }

    private mutating func closeBlock() {
        var smallest = open[0], largest = open[0]
        for number in open {
            smallest = min(smallest, number)
            largest = max(largest, number)
        }
        // The difference of two numbers fits into 64 bits without a sign.
        let range = UInt64(bitPattern: largest &- smallest)
        let width = (UInt64.bitWidth - range.leadingZeroBitCount + 7) / 8
        if !bytes.isEmpty { bytes.removeLast(Self.slack) }
        blocks.append(Block(smallest: smallest, place: UInt64(bytes.count) << 4 | UInt64(width)))
        if width > 0 {
            for number in open {
                var difference = UInt64(bitPattern: number &- smallest)
                for _ in 0..<width {
                    bytes.append(UInt8(truncatingIfNeeded: difference))
                    difference >>= 8
                }
            }
        }
        bytes.append(contentsOf: repeatElement(0, count: Self.slack))
        open.removeAll(keepingCapacity: true)
    }
}
