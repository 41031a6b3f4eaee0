import CInterposition

/// The memory that tasks have allocated in the present iterations of their loops.
///
/// Freed memory is not given out again in the same execution. So a loop that allocates something finds it at another address each time,
/// though nothing else has changed. In the comparison of two iterations, addresses of such memory count as the same.
struct FreshMemory {
    private struct Block: BitwiseCopyable {
        var task: Int
        var address: UInt
        var size: Int
    }

    private static let most = 256
    private var blocks: Storage<Block>

    @inline(__always)
    init(reusing old: Self?) { blocks = Storage(reusing: old?.blocks) }

    func deallocate() { blocks.deallocate() }

    @inline(__always)
    mutating func add(_ address: UInt, size: Int, by task: Int) {
        // (An iteration that allocates more is not recognized.)
        if blocks.count < Self.most { blocks.append(Block(task: task, address: address, size: size)) }
    }

    /// A task begins an iteration of its loop.
    mutating func removeAll(of task: Int) {
        var kept = 0
        for index in 0..<blocks.count where blocks[index].task != task {
            blocks[kept] = blocks[index]
            kept += 1
        }
        blocks.removeAll(from: kept)
    }

    /// Whether a task has allocated the memory at an address in this iteration.
    @inline(__always)
    func holds(_ address: UInt, of task: Int) -> Bool { blocks.count != 0 && number(of: address, of: task) != nil }

    @inline(never)
    private func number(of address: UInt, of task: Int) -> (number: Int, offset: UInt)? {
        var number = 1
        for index in 0..<blocks.count where blocks[index].task == task {
            let offset = address &- blocks[index].address
            if offset < UInt(blocks[index].size) { return (number, offset) }
            number += 1
        }
        return nil
    }

    /// Whether a word has the same contents as before, whose canonical form is given. The address of fresh memory, in place of one of freed
    /// memory, is the same: that of an object that each iteration makes.
    @inline(__always)
    func isSame(_ word: UInt64, as before: UInt64, of task: Int) -> Bool {
        if word == before { return true }
        if Self.withoutTag(before) != Self.freed || Self.tag(word) != Self.tag(before) { return canonical(word, of: task) == before }
        let address = UInt(Self.withoutTag(word))
        return holds(address, of: task) || interleave_is_freed(address)
    }

    /// In place of the address of freed memory. (No program has this address.)
    private static let freed: UInt64 = 0xDE_AD00_0000_0000

    // An enum can keep its case in the highest bits of an address.
    private static func tag(_ word: UInt64) -> UInt64 { word & 0xFF00_0000_0000_0000 }
    private static func withoutTag(_ word: UInt64) -> UInt64 { word & ~0xFF00_0000_0000_0000 }

    /// A word of a task's stack, without what differs between two iterations that are the same.
    func canonical(_ word: UInt64, of task: Int) -> UInt64 {
        let address = UInt(Self.withoutTag(word))
        if let found = number(of: address, of: task) { return Self.tag(word) | UInt64(found.number) << 32 | UInt64(found.offset) }
        return interleave_is_freed(address) ? Self.tag(word) | Self.freed : word
    }
}
