/// The times at which threads hold locks and run once blocks.
struct HoldingLives {
    private(set) var holdings: [Trace.Holding] = []
    /// Holdings that are open on each lane, the innermost last.
    private var open: [[Int32]]
    /// Holdings of each object that are open, the newest last.
    private var ofObject: [[Int32]] = []
    /// How far these are searched: no real run nests deeper, and a damaged file shall not cost more.
    private static let deepest = 64

    init(lanes: Int) { open = [[Int32]](repeating: [], count: lanes) }

    /// Whether a thread holds an object now.
    func isHeld(_ object: Int) -> Bool { object < ofObject.count && !ofObject[object].isEmpty }

    mutating func began(_ holding: Trace.Holding) {
        while ofObject.count <= holding.object { ofObject.append([]) }
        open[holding.lane].append(Int32(holdings.count))
        ofObject[holding.object].append(Int32(holdings.count))
        holdings.append(holding)
    }

    /// The innermost holding of an object on a lane ends; where the lane has none, the newest that another lane has (it was handed on).
    mutating func ended(_ object: Int, lane: Int, at time: Int64) {
        guard isHeld(object) else { return }
        let own = open[lane].suffix(Self.deepest).last { holdings[Int($0)].object == object }
        guard let index = own ?? ofObject[object].last else { return }
        holdings[Int(index)].ended = time
        Self.remove(index, from: &ofObject[object])
        Self.remove(index, from: &open[holdings[Int(index)].lane])
    }

    private static func remove(_ index: Int32, from list: inout [Int32]) {
        if let position = list.suffix(deepest).lastIndex(of: index) { list.remove(at: position) }
    }
}
