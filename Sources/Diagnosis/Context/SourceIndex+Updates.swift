/// Whether a change is computed from an earlier read, as far as the lines show.
extension SourceIndex {
    /// Whether the value written at a place is computed from the one read at another: `n += 1`,
    /// `n.store(n.load() + 1)`, or through a constant that holds the read value and is used in the
    /// line that writes.
    ///
    /// Both places are stacks of one thread. They are compared in the innermost function that is in
    /// both.
    func isComputed(_ write: [UInt], of read: [UInt]) -> Bool {
        for inner in write {
            guard let last = position([inner]), let function = function(inner) else { continue }
            for other in read where self.function(other) == function {
                guard let first = position([other]), first.file.path == last.file.path, first.line <= last.line else { continue }
                return Self.isComputed(last.text, of: first.text, isOneLine: first.line == last.line)
            }
        }
        return false
    }

    private static func isComputed(_ write: String, of read: String, isOneLine: Bool) -> Bool {
        let changes = changes(write)
        if bound(read).contains(where: { name in changes.contains { $0.value.names(name) } }) { return true }
        if !isOneLine || decides(write) { return false }
        return changes.contains { change in
            change.isInPlace || change.value.contains(".load(") || change.value.names(Substring(change.target))
                // `counter.set(counter.value + 1)`
                || change.target.isEmpty && [" + ", " - ", " * ", " &+ ", " &- "].contains(where: change.value.contains)
        }
    }

    /// Whether a statement decides something: then its read can be the basis of the decision.
    private static func decides(_ text: some StringProtocol) -> Bool {
        text.split { !$0.isLetter }.contains { ["if", "guard", "while", "switch"].contains($0) } || text.contains(" ? ")
    }

    /// The constants and variables that a line assigns: "v" of `let v = n.load(ordering:
    /// .relaxed)`.
    private static func bound(_ text: String) -> [Substring] {
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return zip(words, words.dropFirst()).filter { $0.0 == "let" || $0.0 == "var" }.map(\.1)
    }

    private static let operators: Set = ["+=", "-=", "*=", "/=", "%=", "&+=", "&-=", "&*=", "|=", "&=", "^="]

    /// The value that a line stores, assigns, or passes to a method, and its target.
    private static func changes(_ text: String) -> [(target: String, value: String, isInPlace: Bool)] {
        text.split(whereSeparator: { ";{}".contains($0) }).compactMap { statement in
            let first = statement.split(separator: " ").first ?? ""
            if first == "let" || first == "var" || decides(statement) { return nil }
            if let call = statement.firstRange(of: ".store(") {
                return (String(statement[..<call.lowerBound]), String(statement[call.upperBound...]), false)
            }
            if statement.split(separator: " ").contains(where: { operators.contains(String($0)) }) { return (String(first), "", true) }
            if let sign = statement.firstRange(of: " = ") {
                let target = statement[..<sign.lowerBound].split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last ?? ""
                return (String(target), String(statement[sign.upperBound...]), false)
            }
            return statement.firstIndex(of: "(").map { ("", String(statement[$0...]), false) }
        }
    }
}
