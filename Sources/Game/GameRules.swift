import Words

/// The goal of a game, and what a search knows about it.
public struct GameRules: Hashable, Sendable {
    /// The end that the player wants to reach.
    public enum Goal: Hashable, Sendable {
        /// A failure. A data race counts only if the flag is set: otherwise each execution of a program with a data race would win.
        case failure(countsRaces: Bool)
        /// This result.
        case outcome(String)
    }

    /// Whether the goal can be reached.
    public enum Possibility: Hashable, Sendable {
        case possible
        /// Every interleaving was run, equivalent ones once.
        case impossible
        /// The search has not found it, and is not complete.
        case unknown
    }

    public var goal: Goal
    public var possibility: Possibility
    /// The number of interleavings that the search has run.
    public var interleavings: Int
    /// The fewest preemptions of a known schedule that reaches the goal; nil: none is known.
    public var par: Int?
    /// Whether no schedule with fewer exists.
    public var isParExact: Bool

    /// Rules made of their parts.
    public init(goal: Goal, possibility: Possibility, interleavings: Int, par: Int? = nil, isParExact: Bool = false) {
        self.goal = goal
        self.possibility = possibility
        self.interleavings = interleavings
        self.par = par
        self.isParExact = isParExact
    }

    /// The goal as a request.
    public var request: String {
        switch goal {
        case .failure(countsRaces: false): "Break it: choose a schedule that fails. If no schedule fails, say so: c."
        case .failure(countsRaces: true): "Break it: choose a schedule that fails, or that has a data race. If there is none, say so: c."
        case .outcome(let text): "Find a schedule with the result \(SafeText.quoted(text)). If there is none, say so: c."
        }
    }

    /// The score of a schedule that has reached the goal.
    public func score(preemptions: Int) -> String {
        let used = "You used \(Self.count(preemptions))."
        guard let par else { return used }
        if preemptions < par { return "\(used) The search knew no schedule with so few: its best has \(par)." }
        if preemptions == par { return isParExact ? "\(used) Fewer do not suffice." : "\(used) The search knows no schedule with fewer." }
        return isParExact ? "\(used) The fewest that suffice: \(par)." : "\(used) The search knows a schedule with \(par)."
    }

    /// Whether a schedule that has reached the goal has no more preemptions than needed.
    public func isPar(_ preemptions: Int) -> Bool { par.map { preemptions <= $0 } ?? false }

    /// The answer to "it cannot be broken".
    public var answerToClaim: String {
        let all = Self.interleavings(interleavings)
        switch (goal, possibility) {
        case (.failure, .impossible): return "You are right: it cannot be broken. \(all) can differ, all of them were run, and none fails."
        case (.failure, .possible): return "It can be broken. This schedule fails:"
        case (.failure, .unknown): return "That is not known. The search ran \(all): none of them fails, but it is not complete."
        case (.outcome, .impossible): return "You are right: no schedule has this result. \(all) can differ, and all of them were run."
        case (.outcome, .possible): return "This result is possible. This schedule has it:"
        case (.outcome, .unknown): return "That is not known. The search ran \(all) without this result, but it is not complete."
        }
    }

    private static func count(_ preemptions: Int) -> String { preemptions == 1 ? "1 preemption" : "\(preemptions) preemptions" }
    private static func interleavings(_ count: Int) -> String { count == 1 ? "1 interleaving" : "\(Wording.grouped(count)) interleavings" }
}
