/// Figures of several ways to do the same, side by side: shown as bars, never judged, because a clock decides them.
public struct Comparison<Parameters: Sendable>: Sendable {
    /// One way to do it, and how it is measured: in several rounds, of which the one in the middle counts.
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

    /// How often each entry is measured.
    static var rounds: Int { 7 }

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

    /// The figures of a run.
    ///
    /// - Parameter rounds: for each entry what was measured, round by round.
    func figures(_ rounds: [[Double]], _ setting: Setting<Parameters>) -> Figures {
        let entries = zip(entries, rounds).map { Figures.Entry(name: $0.name, rounds: $1) }
        let ideal = baseline?.ideal?(setting)
        return Figures(entries: entries, baseline: baseline?.entry, ideal: ideal?.ratio, idealName: ideal?.name)
    }
}
