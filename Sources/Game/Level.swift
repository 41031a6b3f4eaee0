import Words

/// A level of the campaign: a small program, and what it teaches.
public struct Level: Decodable, Hashable, Sendable {
    public var title: String
    /// The function that is played.
    public var function: String
    /// The fewest preemptions of a schedule that fails; nil: the program cannot be broken.
    public var par: Int?
    /// Two sentences that lead to the program.
    public var opening: [String]
    /// One sentence that says what was learned.
    public var closing: String
    /// The lab or the exercise to go to.
    public var next: String

    /// The command that opens the lab or the exercise.
    /// - Parameter interleave: the command `interleave`, as the player calls it.
    public func nextCommand(_ interleave: String) -> String {
        next.hasPrefix("lab-") ? "\(interleave) lab \(next.dropFirst(4))" : "\(interleave) learn \(next)"
    }
}

/// The levels that a player has won, and the labs and exercises.
public struct LevelProgress: Codable, Hashable, Sendable {
    /// A level that was won.
    public struct Won: Codable, Hashable, Sendable {
        /// The fewest preemptions that the player used; nil: the level cannot be broken, and the player has said so.
        public var preemptions: Int?

        public init(preemptions: Int?) { self.preemptions = preemptions }
    }

    /// By the names of the levels' folders; that of a lab's variant is "lab-barrier/unprotected".
    public var won: [String: Won] = [:]

    public init() {}

    /// Notes that a level was won. A better score stays.
    public mutating func note(_ level: String, preemptions: Int?) {
        guard let known = won[level]?.preemptions, let preemptions else {
            if won[level] == nil { won[level] = Won(preemptions: preemptions) }
            return
        }
        won[level] = Won(preemptions: min(known, preemptions))
    }

    /// The best score of a level in a sentence; nil: it was not won.
    public func best(of level: String) -> String? {
        guard let known = won[level] else { return nil }
        return known.preemptions == nil ? "You know that it cannot be broken." : "Your best so far: \(Self.score(known, par: nil))."
    }

    /// The list of the levels, with what was reached.
    /// - Parameters:
    ///   - levels: the names of the folders, and the levels, in their order.
    ///   - mark: the sign of a level that was won.
    public func list(_ levels: [(name: String, level: Level)], mark: String = "✓") -> [String] {
        let width = levels.map { displayWidth($0.level.title) }.max() ?? 0
        let count = levels.count { won[$0.name] != nil }
        return ["Levels: \(count) of \(levels.count) won.", ""]
            + levels.enumerated().map { index, entry in
                let number = index + 1 < 10 ? " \(index + 1)" : "\(index + 1)", reached = won[entry.name]
                let line = "\(reached == nil ? String(repeating: " ", count: displayWidth(mark)) : mark) \(number)  \(entry.level.title)"
                guard let reached else { return "  " + line }
                let gap = String(repeating: " ", count: width - displayWidth(entry.level.title))
                return "  \(line)\(gap)  \(Self.score(reached, par: entry.level.par))"
            }
    }

    private static func score(_ won: Won, par: Int?) -> String {
        guard let used = won.preemptions else { return "cannot be broken" }
        let words = used == 1 ? "1 preemption" : "\(used) preemptions"
        guard let par, used > par else { return words }
        return "\(words), the fewest: \(par)"
    }
}
