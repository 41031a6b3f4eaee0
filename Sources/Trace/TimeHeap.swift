/// A binary heap whose top is the stream with the earliest record; for equal times the stream with
/// the smaller number.
struct TimeHeap {
    struct Entry {
        var time: Int64
        var stream: Int32

        /// Whether this one comes first; nothing comes before no entry.
        @inline(__always) func isBefore(_ other: Entry?) -> Bool {
            guard let other else { return true }
            return time < other.time || (time == other.time && stream < other.stream)
        }
    }

    private var entries: [Entry] = []

    var first: Entry? { entries.first }

    /// The entry that would be first without the first. Constant time.
    var second: Entry? {
        if entries.count > 2 { return entries[1].isBefore(entries[2]) ? entries[1] : entries[2] }
        return entries.count == 2 ? entries[1] : nil
    }

    mutating func insert(time: Int64, stream: Int32) {
        entries.append(Entry(time: time, stream: stream))
        var child = entries.count - 1
        while child > 0, entries[child].isBefore(entries[(child - 1) / 2]) {
            entries.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    /// Gives the first entry a later time.
    mutating func replaceFirst(time: Int64) {
        entries[0].time = time
        sink()
    }

    mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        if !entries.isEmpty { sink() }
    }

    private mutating func sink() {
        var parent = 0
        while true {
            let left = 2 * parent + 1, right = left + 1
            var smallest = parent
            if left < entries.count, entries[left].isBefore(entries[smallest]) { smallest = left }
            if right < entries.count, entries[right].isBefore(entries[smallest]) { smallest = right }
            if smallest == parent { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
