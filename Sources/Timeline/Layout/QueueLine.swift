import Trace

/// When items came to a queue and when they left its line, so that the number of queued items at
/// any moment is found without going through the items.
///
/// An item that is not due, or whose group is not empty, has been submitted and has not come yet.
///
/// It is the number of those that came before it, minus the number of those that left before it.
/// If it is one, the item is the exclusive or of the numbers of all that came and all that left.
struct QueueLine: Equatable, Sendable {
    private let items: ItemList
    /// Items in the order in which they came, and in the order in which they left.
    private var came = Marks()
    private var left = Marks()
    /// Items in the order in which they were submitted; nil if that is the order in which they came.
    private var submitted: Marks?
    /// Items that were cancelled before they began.
    private(set) var cancelled: [Int32] = []
    /// When the first item came that never left.
    private(set) var firstStuck: Int64?
    private(set) var isEmpty = true

    private struct Marks: Equatable, Sendable {
        private(set) var numbers = PackedColumn()
        /// The exclusive or of the numbers before each 64th.
        private var parities: [Int32] = []
        static let size = 64

        init() {}

        init(_ list: [Int32]) {
            var parity: Int32 = 0
            for (index, number) in list.enumerated() {
                if index % Self.size == 0 { parities.append(parity) }
                parity ^= number
                numbers.append(Int64(number))
            }
            parities.append(parity)
            numbers.shrink()
        }

        static func == (one: Marks, other: Marks) -> Bool {
            one.numbers.count == other.numbers.count && one.numbers.indices.allSatisfy { one.numbers[$0] == other.numbers[$0] }
        }

        /// The exclusive or of the first numbers.
        func parity(of count: Int) -> Int32 {
            let block = min(count / Self.size, parities.count - 1)
            guard block >= 0 else { return 0 }
            let first = block * Self.size
            return first < count ? (first..<count).reduce(parities[block]) { $0 ^ Int32(numbers[$1]) } : parities[block]
        }
    }

    static func == (one: QueueLine, other: QueueLine) -> Bool {
        one.came == other.came && one.left == other.left && one.submitted == other.submitted && one.cancelled == other.cancelled
    }

    init(_ items: ItemList, of queue: some Sequence<Int32>) {
        self.items = items
        var submitted: [Int32] = [], came: [Int32] = [], left: [Int32] = []
        var isDirect = true
        for number in queue {
            let index = Int(number)
            isEmpty = false
            let began = items.began(index), gone = began ?? items.cancelled(index)
            guard items.enqueued(index) != nil else { continue }
            let arrival = Self.arrival(items, number)
            if began == nil, gone != nil { cancelled.append(number) }
            submitted.append(number)
            isDirect = isDirect && arrival == Self.submission(items, number)
            // Cancelled before it came, or in a damaged trace.
            if let gone, gone < arrival {
                isDirect = false
                continue
            }
            came.append(number)
            if gone != nil { left.append(number) } else { firstStuck = min(firstStuck ?? .max, arrival) }
        }
        self.came = Marks(Self.sorted(came) { Self.arrival(items, $0) })
        self.left = Marks(Self.sorted(left) { Self.gone(items, $0) })
        if !isDirect { self.submitted = Marks(Self.sorted(submitted) { Self.submission(items, $0) }) }
    }

    /// In the order of their times, which most lists have already.
    private static func sorted(_ numbers: [Int32], by time: (Int32) -> Int64) -> [Int32] {
        var last = Int64.min
        let isSorted = numbers.allSatisfy { number in
            defer { last = time(number) }
            return time(number) >= last
        }
        return isSorted ? numbers : numbers.sorted { (time($0), $0) < (time($1), $1) }
    }

    private static func submission(_ items: ItemList, _ number: Int32) -> Int64 { items.enqueued(Int(number)) ?? 0 }

    private static func arrival(_ items: ItemList, _ number: Int32) -> Int64 {
        max(submission(items, number), items.due(Int(number)) ?? .min)
    }

    private static func gone(_ items: ItemList, _ number: Int32) -> Int64 {
        items.began(Int(number)) ?? items.cancelled(Int(number)) ?? .max
    }

    /// How many items had been submitted before a moment. Logarithmic.
    func submitted(before time: Int64) -> Int {
        guard let submitted else { return came(before: time) }
        return submitted.numbers.indices.firstPast { Self.submission(items, Int32(submitted.numbers[$0])) >= time }
    }

    /// How many items had come before a moment. Logarithmic.
    func came(before time: Int64) -> Int { came.numbers.indices.firstPast { Self.arrival(items, Int32(came.numbers[$0])) >= time } }

    /// How many items had left before a moment. Logarithmic.
    func left(before time: Int64) -> Int { left.numbers.indices.firstPast { Self.gone(items, Int32(left.numbers[$0])) >= time } }

    /// The item that is queued, if it is a single one: after so many have come and so many have left.
    func single(came: Int, left: Int) -> Int { Int(self.came.parity(of: came) ^ self.left.parity(of: left)) }

    /// Bytes of memory.
    var memory: Int { came.numbers.memory + left.numbers.memory + (submitted?.numbers.memory ?? 0) }
}
