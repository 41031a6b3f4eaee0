import Explorer

/// What goes wrong in a program, in a word.
public typealias Verdict = Explorer.Verdict

/// What is known of a variant under all interleavings.
public enum Explored: Sendable {
    /// A small form of it can be explored, and its documented verdict is this.
    case brings(Verdict)
    /// It cannot be explored: why, as the end of a sentence that begins with "because".
    case isNotExplored(because: String)
}

extension Lab {
    /// The verdict that is documented of a variant; nil where it cannot be explored.
    func verdict(of variant: String) -> Verdict? {
        if case .brings(let verdict)? = explored[variant] { verdict } else { nil }
    }

    /// Which of some variants cannot be explored, and why: a sentence for each reason.
    func unexplored(of variants: [String]) -> [String] {
        var reasons: [String] = [], names: [String: [String]] = [:]
        for variant in variants {
            let reason: String
            switch explored[variant] {
            case .brings: continue
            case .isNotExplored(let words): reason = ", because \(words)."
            case nil: reason = ": nobody has written a small form of it."
            }
            if names[reason] == nil { reasons.append(reason) }
            names[reason, default: []].append(variant)
        }
        return reasons.map { reason in
            let all = names[reason] ?? []
            return "Not explored: \(all.joined(separator: ", "))\(reason)"
        }
    }
}
