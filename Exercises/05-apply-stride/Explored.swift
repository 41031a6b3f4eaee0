// The explorer calls these functions under every interleaving: with three indices, and with so many
// that long strides run at the same time, too.

/// `body` marks each of three indices. The marks are counted after the call has returned.
func threeIndices() -> String {
    let marks = Marks()
    forEachIndex(below: 3) { marks.mark($0) }
    return words(marks.times)
}

/// `body` marks every hundredth of many indices. Each mark is a step of the exploration, and a few are
/// enough to see an index that is left out.
func manyIndices() -> String {
    let count = 25, distance = 100
    let marks = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer { marks.deallocate() }
    marks.initialize(repeating: 0, count: count)
    forEachIndex(below: count * distance) { if $0 % distance == 0 { marks[$0 / distance] += 1 } }
    return words((0..<count).map { marks[$0] })
}

func allowed(_ outcome: String) -> Bool { outcome == "each index once" }

private func words(_ times: [UInt8]) -> String {
    if times.contains(0) { return "an index was left out" }
    return times.contains { $0 > 1 } ? "an index came twice" : "each index once"
}

/// One variable for each index, so that threads at different indices share nothing.
private final class Marks {
    private var first: UInt8 = 0
    private var second: UInt8 = 0
    private var third: UInt8 = 0

    func mark(_ index: Int) {
        switch index {
        case 0: first += 1
        case 1: second += 1
        case 2: third += 1
        default: break
        }
    }

    var times: [UInt8] { [first, second, third] }
}
