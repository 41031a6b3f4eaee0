// The explorer calls this function under every interleaving, with three indices.

/// `body` marks each of three indices. The marks are counted after the call has returned.
func threeIndices() -> String {
    let marks = Marks()
    forEachIndex(below: 3) { marks.mark($0) }
    return marks.words
}

func allowed(_ outcome: String) -> Bool { outcome == "each index once" }

/// One variable for each index, so that threads at different indices share nothing.
private final class Marks {
    private var first = 0
    private var second = 0
    private var third = 0

    func mark(_ index: Int) {
        switch index {
        case 0: first += 1
        case 1: second += 1
        case 2: third += 1
        default: break
        }
    }

    var words: String {
        let times = [first, second, third]
        if times.contains(0) { return "an index was left out" }
        return times == [1, 1, 1] ? "each index once" : "an index came twice"
    }
}
