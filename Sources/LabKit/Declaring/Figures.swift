import Words

/// The measured figures of a comparison.
public struct Figures: Sendable {
    /// One entry, measured in several rounds. The best and the worst round are left out. The clock
    /// cannot distinguish figures between the least and the most of the other rounds.
    public struct Entry: Sendable {
        public var name: String
        /// The median of the rounds.
        public var figure: Double
        public var least: Double
        public var most: Double

        init(name: String, rounds: [Double]) {
            // Sometimes another program uses the processor for a whole round. That says nothing
            // about this entry.
            let ordered = Array(rounds.sorted().dropFirst(rounds.count > 4 ? 1 : 0).dropLast(rounds.count > 4 ? 1 : 0))
            self.name = name
            figure = ordered.isEmpty ? 0 : (ordered[(ordered.count - 1) / 2] + ordered[ordered.count / 2]) / 2
            least = ordered.first ?? 0
            most = ordered.last ?? 0
        }

        /// Half the distance between the least and the most, relative to the figure.
        var spread: Double { figure > 0 ? (most - least) / 2 / figure : 0 }

        /// The rounds differ so much that the figure means nothing. That is common on a busy
        /// machine.
        var isUnsteady: Bool { spread > 1 }

        /// Whether the rounds of the two entries overlap, so that neither was better.
        func isNoDifferent(from other: Entry) -> Bool { least <= other.most && other.least <= most }
    }

    /// In the order in which they were declared.
    public var entries: [Entry]
    var baseline: String?
    /// The best possible result, as a ratio to the baseline.
    public var ideal: Double?
    var idealName: String?

    /// The entry that the others are compared with; nil if there is none.
    public var base: Entry? { entries.first { $0.name == baseline } }

    /// The figure of an entry divided by the baseline's figure; nil if there is no baseline, or if
    /// it is 0.
    public func ratio(_ entry: Entry) -> Double? {
        guard let base = base?.figure, base > 0 else { return nil }
        return entry.figure / base
    }

    /// The first entry, in the order of declaration, that was better than the baseline in every
    /// round, by more than the margin.
    ///
    /// - Parameter margin: relative to the baseline's figure.
    public func firstBetter(by margin: Double = 0.05) -> Entry? {
        guard let base, base.figure > 0 else { return nil }
        return entries.first { $0.name != baseline && $0.least > base.most && $0.figure > base.figure * (1 + margin) }
    }

    /// The entry with the highest figure.
    public var best: Entry? { entries.max { $0.figure < $1.figure } }
}

extension Figures {
    /// A sentence that names the entries between which this run shows no difference; nil if there
    /// are none.
    var likeness: String? {
        let unsteady = entries.filter(\.isUnsteady).map(\.name)
        var steady = self
        steady.entries.removeAll(where: \.isUnsteady)
        let words = unsteady.isEmpty ? nil : "Too variable in this run to be compared with the others: \(Wording.list(unsteady))."
        let sentences = [words, steady.likenessOfSteady].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private var likenessOfSteady: String? {
        if baseline != nil { return likenessToTheEnds }
        let groups = alike.filter { $0.count > 1 }
        guard !groups.isEmpty else { return nil }
        return "This run shows no difference between: \(groups.map { Wording.list($0.map(\.name)) }.joined(separator: "; "))."
    }

    /// The largest groups in which no entry differs from another one; the fastest group comes
    /// first.
    private var alike: [[Entry]] {
        let ordered = entries.sorted { $0.figure > $1.figure }
        var groups: [[Entry]] = []
        // All entries whose ranges contain one figure form a group. It is enough to check the least
        // figure of each entry.
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

    /// With a baseline, two questions matter: which entries do not differ from it, and which
    /// entries do not differ from the best one?
    private var likenessToTheEnds: String? {
        guard let base, let best else { return nil }
        let ends = base.name == best.name || base.isNoDifferent(from: best) ? [base] : [base, best]
        let sentences = ends.compactMap { end in
            let names = entries.filter { $0.name != end.name && $0.isNoDifferent(from: end) }.map(\.name)
            return names.isEmpty ? nil : "This run shows no difference from \(end.name) for: \(Wording.list(names))."
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
