/// A word of memory, with atomic accesses or with accesses that race.
struct Word: Primitive {
    static let kind = PrimitiveKind.word
    /// The task that made the latest atomic change of each half; -1: none.
    private var updaterOfLow: Int32 = -1
    private var updaterOfHigh: Int32 = -1

    init() {}

    /// - Parameter mask: the bytes of the word.
    mutating func note(update mask: UInt8, by task: Int) {
        if mask & 0x0F != 0 { updaterOfLow = Int32(truncatingIfNeeded: task) }
        if mask & 0xF0 != 0 { updaterOfHigh = Int32(truncatingIfNeeded: task) }
    }

    func updater(of mask: UInt8) -> Int { Int(mask & 0x0F != 0 ? updaterOfLow : updaterOfHigh) }

    func holders(of operation: Operation) -> TaskSet {
        guard operation.kind == .futexLock else { return TaskSet() }
        let owner = updater(of: operation.mask)
        return owner >= 0 ? TaskSet(owner) : TaskSet()
    }
}

extension SharedObjects {
    /// Whether the operation's four bytes are zero.
    mutating func isZero(_ operation: Operation) -> Bool {
        let address = self[operation.object].key + UInt(operation.mask.trailingZeroBitCount)
        return UnsafePointer<UInt32>(bitPattern: address)?.pointee == 0
    }
}

extension Operation.Kind {
    static func ofWords(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.read, .read), (.read, .atomicLoad), (.atomicLoad, .read), (.atomicLoad, .atomicLoad): .independent
        default: .conflicts
        }
    }
}
