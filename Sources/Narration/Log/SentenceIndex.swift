/// Which events have a sentence, in less than a bit and a half for each event.
///
/// Bits say which events have one. The number of sentences before every 512th event is kept, so
/// that an event's sentence, and a sentence's event, are found with a few looks (rank and select,
/// Jacobson 1989).
struct SentenceIndex: Sendable {
    private var told: [UInt64]
    private var merged: [UInt64]
    /// Sentences before each stretch of 512 events.
    private var ranks: [Int32] = []
    private(set) var count = 0

    private static let words = 8

    init(_ marks: [StepSelection.Mark]) {
        told = [UInt64](repeating: 0, count: (marks.count + 63) / 64)
        merged = told
        for (index, mark) in marks.enumerated() {
            if index % 512 == 0 { ranks.append(Int32(count)) }
            guard mark != .silent else { continue }
            told[index >> 6] |= 1 << UInt64(index & 63)
            if mark == .merged { merged[index >> 6] |= 1 << UInt64(index & 63) }
            count += 1
        }
    }

    /// Whether an event's sentence also speaks of an event before it.
    func isMerged(_ event: Int) -> Bool { merged[event >> 6] >> UInt64(event & 63) & 1 == 1 }

    /// How many events before this one have a sentence.
    func sentences(before event: Int) -> Int {
        guard event > 0 else { return 0 }
        guard event >> 6 < told.count else { return count }
        var sum = Int(ranks[event / 512])
        for word in event / 512 * Self.words..<event >> 6 { sum += told[word].nonzeroBitCount }
        return sum + (told[event >> 6] & ((1 << UInt64(event & 63)) - 1)).nonzeroBitCount
    }

    /// The event of a sentence with an index from 0 up to, not including, `count`.
    func event(of sentence: Int) -> Int {
        var low = 0, high = ranks.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if Int(ranks[middle]) <= sentence { low = middle } else { high = middle - 1 }
        }
        var left = sentence - Int(ranks[low]), word = low * Self.words
        while told[word].nonzeroBitCount <= left {
            left -= told[word].nonzeroBitCount
            word += 1
        }
        var bits = told[word]
        for _ in 0..<left { bits &= bits - 1 }
        return word * 64 + bits.trailingZeroBitCount
    }
}
