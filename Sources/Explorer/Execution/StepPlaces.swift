import CInterposition

/// The places in the code whose accesses, releases or sleeps count as steps.
///
/// (Places, not addresses, because places are the same in each execution.)
struct StepPlaces {
    private(set) var table = WordTable()
    /// The combined marks of all places: a place whose mark is not included does not count.
    private(set) var mark: UInt64 = 0
    /// In the order in which they were found.
    private(set) var list: [UInt] = []
    /// Places found in the present execution: from the next search on they count.
    private var new: Set<UInt> = []

    func deallocate() { table.deallocate() }

    /// One of 64 bits.
    @inline(__always)
    static func mark(_ place: UInt) -> UInt64 { 1 &<< UInt64(interleave_mark(place)) }

    mutating func note(_ place: UInt) { new.insert(place) }

    mutating func forgetNew() { new = [] }

    /// - Returns: whether there are new places, so that the search has to start again.
    mutating func adoptNew() -> Bool {
        defer { new = [] }
        return adopt(new)
    }

    /// - Returns: whether some of them are new.
    mutating func adopt(_ places: Set<UInt>) -> Bool {
        if places.isEmpty { return false }
        let new = places.subtracting(list)
        adopt(new.sorted())
        return !new.isEmpty
    }

    mutating func adopt(_ places: [UInt]) {
        let new = places.filter { !list.contains($0) }
        for place in new {
            table.set(table.slot(of: place), to: 1)
            mark |= Self.mark(place)
        }
        list += new
    }

    /// Exactly these places count.
    mutating func use(_ wanted: [UInt]) {
        if wanted == list { return }
        table.removeAll()
        mark = 0
        list = []
        adopt(wanted)
    }
}
