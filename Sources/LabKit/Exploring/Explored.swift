import Trace

/// The documented result of exploring a variant.
public enum Explored: Sendable {
    /// A small version of the variant can be explored, and this is its documented verdict.
    ///
    /// - Parameters:
    ///   - outcomes: for the verdict `none`, the number of right outcomes. A test compares it with the number found.
    ///   - pool: the number of threads of the pool; nil: as many as are needed.
    case brings(Verdict, outcomes: Int = 1, pool: Int? = nil)
    /// The variant cannot be explored. The reason ends a sentence that begins with "because".
    case isNotExplored(because: String)
}

extension Lab {
    /// The documented verdict of a variant; nil if the variant cannot be explored.
    func verdict(of variant: String) -> Verdict? {
        if case .brings(let verdict, _, _)? = explored(variant) { verdict } else { nil }
    }

    /// The number of right outcomes of a variant without a bug; nil for all others.
    func rightOutcomes(of variant: String) -> Int? {
        if case .brings(.none, let outcomes, _)? = explored(variant) { outcomes } else { nil }
    }

    /// The number of threads of the pool on which a variant is explored; nil: as many as are needed.
    func poolWidth(of variant: String) -> Int? {
        if case .brings(_, _, let pool)? = explored(variant) { pool } else { nil }
    }

    private func explored(_ name: String) -> Explored? { variants.first { $0.name == name }?.explored }

    /// The variants that cannot be explored, with a sentence for each reason.
    func unexplored(of variants: [String]) -> [String] {
        var reasons: [String] = [], names: [String: [String]] = [:]
        for variant in variants {
            let reason: String
            switch explored(variant) {
            case .brings: continue
            case .isNotExplored(let words): reason = ", because \(words)."
            case nil: reason = ": there is no small version."
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
