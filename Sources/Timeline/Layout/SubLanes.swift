/// Gives each of several stretches of time a sub-lane so that no two in one sub-lane overlap: the lowest that is free as the stretch begins.
///
/// The stretches are given in the order of their start, so what a stretch gets depends on earlier ones alone: the picture stays as it is when
/// a run continues. Logarithmic for each stretch.
struct SubLanes: Sendable {
    private(set) var count = 0
    private var busy = MinHeap<Occupied>()
    private var free = MinHeap<Int>()

    private struct Occupied: Comparable {
        var end: Int64
        var subLane: Int
        static func < (a: Occupied, b: Occupied) -> Bool { (a.end, a.subLane) < (b.end, b.subLane) }
    }

    mutating func next(from start: Int64, to end: Int64) -> Int {
        while let first = busy.first, first.end <= start {
            free.insert(first.subLane)
            busy.removeFirst()
        }
        let subLane: Int
        if let lowest = free.first {
            subLane = lowest
            free.removeFirst()
        } else {
            subLane = count
            count += 1
        }
        busy.insert(Occupied(end: end, subLane: subLane))
        return subLane
    }
}

/// A binary heap: the smallest element first.
struct MinHeap<Element: Comparable & Sendable>: Sendable {
    private var elements: [Element] = []

    var first: Element? { elements.first }

    mutating func insert(_ element: Element) {
        elements.append(element)
        var child = elements.count - 1
        while child > 0, elements[child] < elements[(child - 1) / 2] {
            elements.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func removeFirst() {
        guard let last = elements.popLast(), !elements.isEmpty else { return }
        elements[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < elements.count && elements[child] < elements[smallest] {
                smallest = child
            }
            if smallest == parent { return }
            elements.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
