import Trace

/// A row of bars, ascending by start, in little memory: most are items, of which only the number is
/// kept.
public struct BarList: RandomAccessCollection, Equatable, Sendable {
    /// An item's number; for a bar that is not an item, -1 minus its position in `others`.
    private var numbers = PackedColumn()
    private var others: [Layout.Bar] = []
    /// How many of the bars before each 64th are held locks, and how many there are.
    private var heldBefore: [Int32] = []
    private var held: Int32 = 0
    private let times: ItemTimes?
    private(set) var index = StretchIndex()

    init(_ times: ItemTimes?) { self.times = times }

    public var startIndex: Int { 0 }
    public var endIndex: Int { numbers.count }

    public subscript(position: Int) -> Layout.Bar {
        let number = Int(numbers[position])
        return number < 0
            ? others[-1 - number] : times?.bar(number) ?? Layout.Bar(subject: .item(number), start: 0, end: 0, isUnfinished: true)
    }

    func start(_ position: Int) -> Int64 {
        let number = Int(numbers[position])
        return number < 0 ? others[-1 - number].start : times?.began(number) ?? 0
    }

    func end(_ position: Int) -> Int64 {
        let number = Int(numbers[position])
        guard number >= 0, let times else { return self[position].end }
        return Swift.max(times.began(number), times.ended(number))
    }

    func length(_ position: Int) -> Int64 { end(position) - start(position) }

    public static func == (one: BarList, other: BarList) -> Bool { one.elementsEqual(other) }

    mutating func append(_ bar: Layout.Bar) {
        if numbers.count % StretchIndex.size == 0 { heldBefore.append(held) }
        index.append(start: bar.start, end: bar.end)
        if bar.item == nil { held += 1 }
        if case .item(let item) = bar.subject {
            numbers.append(Int64(item))
        } else {
            others.append(bar)
            numbers.append(Int64(-others.count))
        }
    }

    mutating func finish() { numbers.shrink() }

    /// How many bars of a range are held locks, and not items.
    func held(in range: Range<Int>) -> Int {
        if held == 0 { return 0 }
        func before(_ position: Int) -> Int {
            guard position < count else { return Int(held) }
            let block = position / StretchIndex.size
            return (block * StretchIndex.size..<position).reduce(Int(heldBefore[block])) { $0 + (self[$1].item == nil ? 1 : 0) }
        }
        return before(range.upperBound) - before(range.lowerBound)
    }

    /// The bars that touch a stretch of time, of bars that do not overlap. Logarithmic.
    func visible(from first: Int64, to last: Int64) -> Range<Int> {
        let low = indices.firstPast { end($0) >= first }
        return low..<Swift.max(low, indices.firstPast { start($0) > last })
    }

    /// Bytes of memory.
    var memory: Int { numbers.memory + others.capacity * 40 + index.blocks.capacity * 24 + heldBefore.capacity * 4 }
}

/// The pauses of a row, ascending by start; only the numbers of their waits are kept.
public struct PauseList: RandomAccessCollection, Equatable, Sendable {
    private var numbers = PackedColumn()
    private let waits: [Trace.Wait]
    private let horizon: Int64
    private(set) var index = StretchIndex()

    init(_ waits: [Trace.Wait], horizon: Int64) {
        self.waits = waits
        self.horizon = horizon
    }

    init() { self.init([], horizon: 0) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { numbers.count }

    public subscript(position: Int) -> Layout.Pause {
        let number = Int(numbers[position]), wait = waits[number]
        return Layout.Pause(wait: number, start: wait.began, end: Swift.max(wait.began, wait.ended ?? horizon))
    }

    public static func == (one: PauseList, other: PauseList) -> Bool { one.elementsEqual(other) }

    mutating func append(_ wait: Int) {
        numbers.append(Int64(wait))
        index.append(start: waits[wait].began, end: Swift.max(waits[wait].began, waits[wait].ended ?? horizon))
    }

    /// The pauses that touch a stretch of time and take as long as `length`.
    func visible(from first: Int64, to last: Int64, atLeast length: Int64 = 0) -> [Layout.Pause] {
        var result: [Layout.Pause] = []
        let end = indices.firstPast { waits[Int(numbers[$0])].began > last }
        index.forEach(in: 0..<end, atLeast: length, endingAfter: first) { position in
            let pause = self[position]
            if pause.end >= first, pause.end - pause.start >= length { result.append(pause) }
            return true
        }
        return result
    }

    /// How many pauses begin in a stretch of time.
    func count(from first: Int64, to last: Int64) -> Int {
        indices.firstPast { waits[Int(numbers[$0])].began > last } - indices.firstPast { waits[Int(numbers[$0])].began >= first }
    }
}
