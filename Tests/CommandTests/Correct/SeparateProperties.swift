import Dispatch

/// Two results of any kind, each written by one thread alone.
final class Results<First, Second> {
    private(set) var first: First
    private(set) var second: Second

    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    func setFirst(_ value: First) { first = value }
    func setSecond(_ value: Second) { second = value }
}

func scenario() -> String {
    let results = Results(false, false), words = Results("none", 0 as Any)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        results.setFirst(true)
        words.setFirst("a text that does not fit into a few bytes")
    }
    DispatchQueue.global().async(group: group) {
        results.setSecond(true)
        words.setSecond([1, 2])
    }
    group.wait()
    return "\(results.first) \(results.second) \(words.first) \(words.second)"
}

func allowed(_ text: String) -> Bool { text == "true true a text that does not fit into a few bytes [1, 2]" }
