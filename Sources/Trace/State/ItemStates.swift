/// The states of all items at one moment, cheap to copy and then change.
///
/// They lie in pages of 256, and the pages in groups of 64 (see `PagedArray`). A history packs the
/// pages of the states that it keeps: items next to each other are in a similar state, so a packed
/// page takes a few bytes for each item. A page is unpacked when something in it changes.
public struct ItemStates: Equatable, Sendable {
    private var groups: [[Page]] = []
    public private(set) var count: Int

    private enum Page: Sendable {
        case plain([StateOfItem])
        case packed(PackedStates)
    }

    private static let pageSize = 256, groupSize = 64

    init(count: Int) {
        self.count = count
        let page = Page.plain([StateOfItem](repeating: StateOfItem(), count: min(count, Self.pageSize)))
        let pages = (count + Self.pageSize - 1) / Self.pageSize
        let group = [Page](repeating: page, count: min(pages, Self.groupSize))
        groups = [[Page]](repeating: group, count: (pages + Self.groupSize - 1) / Self.groupSize)
    }

    /// The indices, in order.
    public var indices: Range<Int> { 0..<count }

    /// The state of the item with an index from 0 up to, not including, `count`.
    public internal(set) subscript(index: Int) -> StateOfItem {
        get {
            switch groups[index >> 14][index >> 8 & 63] {
            case .plain(let states): states[index & 255]
            case .packed(let states): states[index & 255]
            }
        }
        _modify {
            let group = index >> 14, page = index >> 8 & 63
            var states: [StateOfItem]
            switch groups[group][page] {
            case .plain(let plain): states = plain
            case .packed(let packed): states = packed.unpacked()
            }
            // The only reference to the page is the one that changes.
            groups[group][page] = .plain([])
            yield &states[index & 255]
            groups[group][page] = .plain(states)
        }
    }

    public static func == (one: ItemStates, other: ItemStates) -> Bool {
        one.count == other.count && one.indices.allSatisfy { one[$0] == other[$0] }
    }

    /// Packs a page, for a copy that is kept.
    /// A page whose items have all ended is the same one in all states.
    mutating func pack(_ page: Int) {
        guard case .plain(let states) = groups[page >> 6][page & 63], states.count == Self.pageSize else { return }
        let isOver = states.allSatisfy { $0 == StateOfItem.over }
        groups[page >> 6][page & 63] = isOver ? Self.endedPage : .packed(PackedStates(states))
    }

    private static let endedPage = Page.packed(PackedStates([StateOfItem](repeating: .over, count: pageSize)))
}

/// A page of states in columns. An object, because every copy of a group of pages would copy it otherwise.
private final class PackedStates: Sendable {
    private let flags: PackedColumn
    /// -1: not known.
    private let ahead: PackedColumn
    private let lastAhead: PackedColumn
    private let barrierAhead: PackedColumn
    private let lanes: PackedColumn
    /// States that have more than the columns.
    private let others: [Int: StateOfItem]

    init(_ states: [StateOfItem]) {
        flags = PackedColumn(states.lazy.map(\.flags))
        ahead = PackedColumn(states.lazy.map { Int64($0.ahead ?? -1) })
        lastAhead = PackedColumn(states.lazy.map { Int64($0.lastAhead) })
        barrierAhead = PackedColumn(states.lazy.map { Int64($0.barrierAhead) })
        lanes = PackedColumn(states.lazy.map { Int64($0.lane) })
        let rare = states.indices.filter { states[$0].hasRareFacts }
        others = Dictionary(uniqueKeysWithValues: rare.map { ($0, states[$0]) })
    }

    subscript(index: Int) -> StateOfItem {
        if !others.isEmpty, let state = others[index] { return state }
        return StateOfItem(
            flags: flags[index], ahead: ahead[index] < 0 ? nil : Int32(ahead[index]), lastAhead: Int32(lastAhead[index]),
            barrierAhead: Int32(barrierAhead[index]),
            lane: Int32(lanes[index]))
    }

    func unpacked() -> [StateOfItem] { (0..<flags.count).map { self[$0] } }
}

extension StateOfItem {
    /// Its phase and what else is a matter of yes or no, and its priority.
    fileprivate var flags: Int64 {
        Int64(phase.rawValue) | (isCancelled ? 1 << 8 : 0) | (isReady ? 1 << 9 : 0) | (cameSuspended ? 1 << 10 : 0)
            | (hasReturned ? 1 << 11 : 0) | Int64(priority) << 16
    }

    fileprivate init(flags: Int64, ahead: Int32?, lastAhead: Int32, barrierAhead: Int32, lane: Int32) {
        self.init()
        phase = Phase(rawValue: UInt8(truncatingIfNeeded: flags)) ?? .unseen
        isCancelled = flags & 1 << 8 != 0
        isReady = flags & 1 << 9 != 0
        cameSuspended = flags & 1 << 10 != 0
        hasReturned = flags & 1 << 11 != 0
        priority = Int8(truncatingIfNeeded: flags >> 16)
        (self.ahead, self.lastAhead, self.barrierAhead, self.lane) = (ahead, lastAhead, barrierAhead, lane)
    }
}
