/// A list of numbers among which the same ones come again: addresses of locks and queues.
///
/// Each different number is kept once, and the list has its position there. If too many numbers are
/// different, they are kept as they are.
struct ValueColumn: Sendable {
    private var column = PackedColumn()
    /// The different numbers; unused from the moment on that there were too many.
    private var values: [UInt64] = []
    /// The position of each number, plus 1; only while the list is made.
    private var positions = IntegerTable()
    private var isDirect = false

    static let mostValues = 1 << 16

    var count: Int { column.count }
    var memory: Int { column.memory + values.capacity * 8 }

    mutating func append(_ value: UInt64) {
        if isDirect { return column.append(Int64(bitPattern: value)) }
        let known = positions[value]
        if known != 0 { return column.append(Int64(known - 1)) }
        guard values.count < Self.mostValues else {
            keepDirectly()
            return column.append(Int64(bitPattern: value))
        }
        values.append(value)
        positions[value] = UInt64(values.count)
        column.append(Int64(values.count - 1))
    }

    subscript(index: Int) -> UInt64 {
        @inline(__always) get {
            let stored = column[index]
            return isDirect ? UInt64(bitPattern: stored) : values[Int(stored)]
        }
    }

    /// No more numbers will come.
    mutating func finish() {
        positions = IntegerTable()
        column.shrink()
    }

    private mutating func keepDirectly() {
        var direct = PackedColumn()
        for index in 0..<column.count { direct.append(Int64(bitPattern: values[Int(column[index])])) }
        (column, values, positions, isDirect) = (direct, [], IntegerTable(), true)
    }
}
