/// Who holds which lock, and who runs which once block, from when to when.
struct HoldingLives {
    private(set) var holdings: [Trace.Holding] = []
    /// Holdings that are open on each lane, the innermost last.
    private var open: [[Int32]]
    /// How often each object is held now, and its newest holding.
    private var ofObject: [(count: Int32, newest: Int32)] = []

    init(lanes: Int) { open = [[Int32]](repeating: [], count: lanes) }

    /// Whether somebody holds an object now.
    func isHeld(_ object: Int) -> Bool { object < ofObject.count && ofObject[object].count > 0 }

    mutating func began(_ holding: Trace.Holding) {
        while ofObject.count <= holding.object { ofObject.append((0, -1)) }
        open[holding.lane].append(Int32(holdings.count))
        ofObject[holding.object] = (ofObject[holding.object].count + 1, Int32(holdings.count))
        holdings.append(holding)
    }

    /// The innermost holding of an object on a lane ends; where the lane has none, the newest that another lane took (it was handed on).
    mutating func ended(_ object: Int, lane: Int, at time: Int64) {
        guard isHeld(object) else { return }
        let newest = Int(ofObject[object].newest)
        // No real run nests deeper than this, and a damaged file shall not cost more.
        let own = open[lane].suffix(64).last { holdings[Int($0)].object == object }
        guard let index = own.map(Int.init) ?? (holdings[newest].ended == nil ? newest : nil) else { return }
        holdings[index].ended = time
        ofObject[object].count -= 1
        let holder = holdings[index].lane
        if let position = open[holder].lastIndex(of: Int32(index)) { open[holder].remove(at: position) }
    }
}
