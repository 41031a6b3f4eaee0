/// An array that is cheap to copy and then change: it lies in pages, the pages in groups, and a
/// changed copy shares every page and group that was not touched.
///
/// A history keeps many states of a long run; nearly all of each state is what it was in the one
/// before. Reading is three look-ups; a change copies at most one page, one group and, once a copy,
/// the list of groups.
public struct PagedArray<Element: Equatable & Sendable>: Equatable, Sendable {
    static var pageSize: Int { 256 }
    static var groupSize: Int { 64 }
    fileprivate var groups: [[[Element]]] = []
    public private(set) var count: Int

    init(repeating element: Element, count: Int) {
        self.count = count
        let page = Array(repeating: element, count: min(count, Self.pageSize))
        let pages = (count + Self.pageSize - 1) / Self.pageSize
        let group = Array(repeating: page, count: min(pages, Self.groupSize))
        groups = Array(repeating: group, count: (pages + Self.groupSize - 1) / Self.groupSize)
    }

    /// The indices, in order.
    public var indices: Range<Int> { 0..<count }
}

// One accessor for each kind of element, all alike: written for a concrete type it is compiled for that type, which a generic one is not
// where the compiler goes file by file. A long trace is gone through several times as fast.

extension PagedArray where Element == StateOfQueue {
    /// The element at an index from 0 up to, not including, `count`.
    public internal(set) subscript(index: Int) -> StateOfQueue {
        get { groups[index >> 14][index >> 8 & 63][index & 255] }
        _modify { yield &groups[index >> 14][index >> 8 & 63][index & 255] }
    }
}

extension PagedArray where Element == StateOfObject {
    /// The element at an index from 0 up to, not including, `count`.
    public internal(set) subscript(index: Int) -> StateOfObject {
        get { groups[index >> 14][index >> 8 & 63][index & 255] }
        _modify { yield &groups[index >> 14][index >> 8 & 63][index & 255] }
    }
}

extension PagedArray where Element == StateOfLane {
    /// The element at an index from 0 up to, not including, `count`.
    public internal(set) subscript(index: Int) -> StateOfLane {
        get { groups[index >> 14][index >> 8 & 63][index & 255] }
        _modify { yield &groups[index >> 14][index >> 8 & 63][index & 255] }
    }
}

extension PagedArray where Element == StateOfTask {
    /// The element at an index from 0 up to, not including, `count`.
    public internal(set) subscript(index: Int) -> StateOfTask {
        get { groups[index >> 14][index >> 8 & 63][index & 255] }
        _modify { yield &groups[index >> 14][index >> 8 & 63][index & 255] }
    }
}

/// Items of a queue in the order of their enqueue, as indices into `Trace.items`; cheap to copy, like `PagedArray`.
///
/// Items are numbered in the order of their enqueue, so keeping the numbers sorted keeps the order, and any of them is found by halving.
public struct PagedItemSet: Equatable, Sendable, Sequence {
    private var pages: [[Int32]] = []
    public private(set) var count = 0

    static let pageSize = 512

    public init() {}

    public var isEmpty: Bool { count == 0 }
    public var first: Int? { pages.first?.first.map { Int($0) } }
    public var last: Int? { pages.last?.last.map { Int($0) } }

    /// The page that holds the item or would take it.
    private func page(of item: Int32) -> Int {
        var low = 0
        var high = pages.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if pages[middle][0] <= item { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Where in a page the item is or would be.
    private static func position(of item: Int32, in page: [Int32]) -> Int {
        var low = 0
        var high = page.count
        while low < high {
            let middle = (low + high) / 2
            if page[middle] < item { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func insert(_ item: Int) {
        let item = Int32(item)
        guard let last = pages.last?.last else {
            pages.append([item])
            count = 1
            return
        }
        if item > last {
            if pages[pages.count - 1].count < Self.pageSize {
                pages[pages.count - 1].append(item)
            } else {
                pages.append([item])
            }
            count += 1
            return
        }
        let index = page(of: item)
        let position = Self.position(of: item, in: pages[index])
        if position < pages[index].count, pages[index][position] == item { return }
        pages[index].insert(item, at: position)
        count += 1
        if pages[index].count > 2 * Self.pageSize {
            let half = Array(pages[index][Self.pageSize...])
            pages[index].removeSubrange(Self.pageSize...)
            pages.insert(half, at: index + 1)
        }
    }

    /// Takes an item out; true if it was in.
    @discardableResult mutating func remove(_ item: Int) -> Bool {
        guard !pages.isEmpty else { return false }
        let item = Int32(item)
        let index = page(of: item)
        let position = Self.position(of: item, in: pages[index])
        guard position < pages[index].count, pages[index][position] == item else { return false }
        pages[index].remove(at: position)
        count -= 1
        if pages[index].isEmpty { pages.remove(at: index) }
        return true
    }

    public func contains(_ item: Int) -> Bool {
        guard !pages.isEmpty else { return false }
        let page = pages[page(of: Int32(item))]
        let position = Self.position(of: Int32(item), in: page)
        return position < page.count && page[position] == Int32(item)
    }

    public func makeIterator() -> AnyIterator<Int> {
        var page = 0
        var position = 0
        return AnyIterator {
            guard page < pages.count else { return nil }
            let item = Int(pages[page][position])
            position += 1
            if position == pages[page].count { (page, position) = (page + 1, 0) }
            return item
        }
    }
}
