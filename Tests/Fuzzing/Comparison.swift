/// The outcomes of one program from its three sources, and the differences that must not exist.
struct Comparison {
    var explored: Set<String>
    var native: Set<String>
    /// The outcomes of the machine; nil: it does not know the program.
    var machine: Set<String>?
    var races = false
    /// Foundation can lose an operation that is added while its dependency finishes (docs/limits.md). The explorer does not show this.
    var allowsNativeHang = false

    /// A sentence for each difference.
    var differences: [String] {
        var sentences: [String] = []
        func add(_ outcomes: Set<String>, _ words: String) {
            if !outcomes.isEmpty { sentences.append("\(words): \(outcomes.sorted().map { "“\($0)”" }.joined(separator: ", "))") }
        }
        if races { sentences.append("explore reports a data race, but each plain variable is protected") }
        add(
            native.subtracting(explored).subtracting(allowsNativeHang ? [Machine.hang] : []),
            "native runs have outcomes that explore does not have")
        if let machine {
            add(machine.subtracting(explored), "the machine has outcomes that explore does not have")
            add(explored.subtracting(machine), "explore has outcomes that the machine does not have")
            add(native.subtracting(machine), "native runs have outcomes that the machine does not have")
        }
        return sentences
    }
}
