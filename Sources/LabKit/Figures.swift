/// What was measured in a comparison.
public struct Figures: Sendable {
    /// One way to do it, measured in several rounds, of which the best and the worst are left out: what lies between the least
    /// and the most of the others is what the clock cannot tell apart.
    public struct Entry: Sendable {
        public var name: String
        /// The figure in the middle: as many rounds gave more as gave less.
        public var figure: Double
        public var least: Double
        public var most: Double

        init(name: String, rounds: [Double]) {
            // Now and then another program takes the processor for a whole round: that says nothing of this entry.
            let ordered = Array(rounds.sorted().dropFirst(rounds.count > 4 ? 1 : 0).dropLast(rounds.count > 4 ? 1 : 0))
            self.name = name
            figure = ordered.isEmpty ? 0 : (ordered[(ordered.count - 1) / 2] + ordered[ordered.count / 2]) / 2
            least = ordered.first ?? 0
            most = ordered.last ?? 0
        }

        /// Half of what lies between the least and the most, as a part of the figure.
        var spread: Double { figure > 0 ? (most - least) / 2 / figure : 0 }

        /// Whether the rounds of the two lie so that no order of them was seen.
        func isNoDifferent(from other: Entry) -> Bool { least <= other.most && other.least <= most }
    }

    /// In the order in which they were declared.
    public var entries: [Entry]
    var baseline: String?
    /// As a ratio to the baseline.
    public var ideal: Double?
    var idealName: String?

    /// The entry that the others are measured against; nil: none.
    public var base: Entry? { entries.first { $0.name == baseline } }

    /// How many times the baseline's figure an entry reached; nil without a baseline that can be divided by.
    public func ratio(_ entry: Entry) -> Double? {
        guard let base = base?.figure, base > 0 else { return nil }
        return entry.figure / base
    }

    /// The first entry, in the order of declaration, that did better than the baseline in every round, and by so much that it matters.
    ///
    /// - Parameter margin: as a part of the baseline's figure.
    public func firstBetter(by margin: Double = 0.05) -> Entry? {
        guard let base, base.figure > 0 else { return nil }
        return entries.first { $0.name != baseline && $0.least > base.most && $0.figure > base.figure * (1 + margin) }
    }

    /// The entry that did best of all.
    public var best: Entry? { entries.max { $0.figure < $1.figure } }
}

extension Figures {
    /// Which entries this run cannot tell apart, in a sentence; nil where it can tell all of them.
    var likeness: String? {
        if baseline != nil { return likenessToTheEnds }
        let groups = alike.filter { $0.count > 1 }
        guard !groups.isEmpty else { return nil }
        return "No difference that this run could show: \(groups.map { Figures.list($0.map(\.name)) }.joined(separator: "; "))."
    }

    /// The largest groups in which nobody differs from anybody, the fastest first.
    private var alike: [[Entry]] {
        let ordered = entries.sorted { $0.figure > $1.figure }
        var groups: [[Entry]] = []
        // All who share a figure are a group; it is enough to look at the least of each.
        for entry in ordered {
            let group = ordered.filter { $0.least <= entry.least && entry.least <= $0.most }
            let names = Set(group.map(\.name))
            if !groups.contains(where: { names.isSubset(of: $0.map(\.name)) }) {
                groups.removeAll { names.isSuperset(of: $0.map(\.name)) }
                groups.append(group)
            }
        }
        return groups
    }

    /// With a baseline that is what matters: who is no different from it, and who is no different from the best.
    private var likenessToTheEnds: String? {
        guard let base, let best else { return nil }
        let ends = base.name == best.name || base.isNoDifferent(from: best) ? [base] : [base, best]
        let sentences = ends.compactMap { end in
            let names = entries.filter { $0.name != end.name && $0.isNoDifferent(from: end) }.map(\.name)
            return names.isEmpty ? nil : "No difference from \(end.name) that this run could show: \(Figures.list(names))."
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    /// "a and b", "a, b and c".
    private static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}
