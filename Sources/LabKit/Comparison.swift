/// Figures of several ways to do the same, side by side: shown as bars, never judged, because a clock decides them.
public struct Comparison<Parameters: Sendable>: Sendable {
    /// One way to do it, and how it is measured: three times, of which the best counts, since other programs can only slow it down.
    public struct Entry: Sendable {
        var name: String
        var work: @Sendable (Setting<Parameters>) async -> Double

        /// - Parameter work: the figure; the more the better, as in things done a second.
        public init(_ name: String, measure work: @escaping @Sendable (Setting<Parameters>) async -> Double) {
            self.name = name
            self.work = work
        }
    }

    /// What the entries are measured against: then the bars are ratios to it.
    public struct Baseline: Sendable {
        /// The name of the entry that is 1.00.
        var entry: String
        /// What the best of all worlds would give, as a ratio to the baseline, and its name ("ideal: 2 cores"); nil: not known.
        var ideal: (@Sendable (Setting<Parameters>) -> (ratio: Double, name: String))?

        public init(_ entry: String, ideal: (@Sendable (Setting<Parameters>) -> (ratio: Double, name: String))? = nil) {
            self.entry = entry
            self.ideal = ideal
        }
    }

    var title: String
    var unit: String
    var entries: [Entry]
    /// What the bars show, in a sentence or two.
    var lesson: String
    var baseline: Baseline?
    /// What the figures of this run say, in a sentence.
    var finding: (@Sendable (Figures) -> String)?

    /// - Parameter baseline: shows the bars as ratios to one of the entries.
    /// - Parameter finding: is given the figures of this run, and says in a sentence what they show.
    public init(
        _ title: String, unit: String, lesson: String, entries: [Entry], baseline: Baseline? = nil,
        finding: (@Sendable (Figures) -> String)? = nil
    ) {
        precondition(
            baseline.map { baseline in entries.contains { $0.name == baseline.entry } } ?? true, "The baseline is one of the entries.")
        self.title = title
        self.unit = unit
        self.lesson = lesson
        self.entries = entries
        self.baseline = baseline
        self.finding = finding
    }

    /// The figures of a run, as they lie.
    func figures(_ values: [Double], _ setting: Setting<Parameters>) -> Figures {
        let entries = zip(entries, values).map { Figures.Entry(name: $0.name, figure: $1) }
        let ideal = baseline?.ideal?(setting)
        return Figures(entries: entries, baseline: baseline?.entry, ideal: ideal?.ratio, idealName: ideal?.name)
    }
}

/// What was measured in a comparison.
public struct Figures: Sendable {
    public struct Entry: Sendable {
        public var name: String
        public var figure: Double
    }

    /// In the order in which they were declared.
    public var entries: [Entry]
    var baseline: String?
    /// As a ratio to the baseline.
    public var ideal: Double?
    var idealName: String?

    /// How many times the baseline's figure an entry reached; nil without a baseline that can be divided by.
    public func ratio(_ entry: Entry) -> Double? {
        guard let base = entries.first(where: { $0.name == baseline })?.figure, base > 0 else { return nil }
        return entry.figure / base
    }

    /// The first entry, in the order of declaration, that did better than the baseline, by so much that it is no accident.
    ///
    /// - Parameter margin: as a part of the baseline's figure.
    public func firstBetter(by margin: Double = 0.05) -> Entry? {
        entries.first { $0.name != baseline && (ratio($0) ?? 0) > 1 + margin }
    }

    /// The entry that did best of all.
    public var best: Entry? { entries.max { $0.figure < $1.figure } }
}
