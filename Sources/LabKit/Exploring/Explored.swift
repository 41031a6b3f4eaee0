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

    /// Why a variant cannot be explored; nil where it can be.
    func reasonNotToExplore(_ variant: String) -> String? {
        switch explored[variant] {
        case .brings: nil
        case .isNotExplored(let reason): "\(variant) is not explored, because \(reason)."
        case nil: "\(variant) is not explored: nobody has written a small form of it."
        }
    }
}
