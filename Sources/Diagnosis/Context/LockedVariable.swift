import Trace

/// The name of a lock in the source, and how the protected value is used.
extension Scene {
    /// The variable that holds the lock of two turns; nil if their lines do not agree on one
    /// variable.
    func lockName(_ one: Turn, _ other: Turn) -> String? {
        let names = [one, other].map { locks(in: source.position($0.places)?.text ?? "") }
        let common = names[0].filter(names[1].contains)
        return common.count == 1 ? common.first : nil
    }

    /// The names of all locks that a line acquires.
    func locks(in text: String) -> Set<String> {
        let calls = text.matches(of: /([A-Za-z_]\w*)[?!]?\.(withLock|withLockIfAvailable|lock)\s*[({]/).map { String($0.1) }
        return Set(calls).subtracting(["self"])
    }

    /// Whether a turn with a lock reads or changes the protected value: "reads" or "changes", or
    /// "locks" if the line does not show it.
    func use(_ turn: Turn, of lock: String?) -> String {
        let text = source.position(turn.places)?.text ?? ""
        guard let lock, let call = text.firstRange(of: "\(lock).withLock") else { return "locks" }
        let body = text[call.upperBound...].drop { "( {".contains($0) }
        if body.contains(/^\$0(\.\w+)*\s*([-+*\/|&^]=|=[^=])/) || body.contains(/^\$0\.(append|insert|remove\w*|popLast|merge|formUnion)\(/)
        {
            return "changes"
        }
        if body.contains(/^\$0(\.(count|isEmpty|first|last|description))?\s*[})]/) { return "reads" }
        return "locks"
    }
}
