/// What says the same of equal values: a dictionary and a set keep no order, and two equal ones may be printed in different ones.
protocol Unordered {
    /// As `description` has it, in an order that depends on the elements alone.
    var orderedText: String { get }
}

extension Dictionary: Unordered {
    var orderedText: String {
        if isEmpty { return "[:]" }
        let pairs = map { (key: String(reflecting: $0.key), value: String(reflecting: $0.value)) }
        return "[\(pairs.sorted { isBefore($0.key, $1.key) }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))]"
    }
}

extension Set: Unordered {
    var orderedText: String { "[\(map { String(reflecting: $0) }.sorted(by: isBefore).joined(separator: ", "))]" }
}

/// Numbers by their size, everything else by its letters.
private func isBefore(_ one: String, _ other: String) -> Bool {
    if let first = Int(one), let second = Int(other) { return first < second }
    return one < other
}
