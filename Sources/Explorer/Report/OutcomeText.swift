/// The text of a program's outcomes.
public struct OutcomeText<Outcome>: Sendable {
    /// Asking the type once is cheaper than asking each value.
    private let isUnordered = Outcome.self is any Unordered.Type

    /// The texts of outcomes of this type.
    public init() {}

    /// The text of a value: equal values have the same text.
    public func of(_ outcome: Outcome) -> String {
        // Two simultaneous writes can leave invalid text. Code that reads it traps, and here that
        // is the program's own trap.
        let text = isUnordered ? (outcome as? any Unordered)?.orderedText ?? "" : "\(outcome)"
        return String(decoding: Array(text.utf8), as: UTF8.self)
    }
}

/// A text that is the same for equal values: dictionaries and sets keep no order, so two equal ones
/// can be printed in different orders.
protocol Unordered {
    /// The text of `description`, in an order that depends only on the elements.
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

/// Sorts numbers by size, other texts by their characters.
private func isBefore(_ one: String, _ other: String) -> Bool {
    if let first = Int(one), let second = Int(other) { return first < second }
    return one < other
}
