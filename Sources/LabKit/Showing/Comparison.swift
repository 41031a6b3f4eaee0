/// Figures of several ways to do the same work, shown as bars. They are never judged, because they
/// depend on a clock.
public struct Comparison<Parameters: Sendable>: Sendable {
    /// One way to do the work. It is measured in several rounds; the median counts.
    public struct Entry: Sendable {
        var name: String
        var work: @Sendable (Setting<Parameters>) async -> Double

        /// - Parameter work: returns the figure. More is better, as in operations per second.
        public init(_ name: String, measure work: @escaping @Sendable (Setting<Parameters>) async -> Double) {
            self.name = name
            self.work = work
        }
    }

    /// The entry that the others are compared with. The bars are then ratios to it.
    public struct Baseline: Sendable {
        /// The name of the entry that is 1.00.
        var entry: String
        /// The best possible result, as a ratio to the baseline, and its name ("ideal: 2 cores");
        /// nil if it is not known.
        var ideal: (@Sendable (Setting<Parameters>) -> (ratio: Double, name: String))?

        public init(_ entry: String, ideal: (@Sendable (Setting<Parameters>) -> (ratio: Double, name: String))? = nil) {
            self.entry = entry
            self.ideal = ideal
        }
    }

    /// The number of rounds for each entry.
    static var rounds: Int { 7 }

    var title: String
    var unit: String
    var entries: [Entry]
    /// The lesson of the bars, in one or two sentences.
    var lesson: String
    var baseline: Baseline?
    /// The result of this run, in a sentence.
    var finding: (@Sendable (Figures) -> String)?

    /// - Parameter baseline: if set, the bars are ratios to this entry.
    /// - Parameter finding: turns the figures of this run into a sentence.
    public init(
        _ title: String, unit: String, lesson: String, entries: [Entry], baseline: Baseline? = nil,
        finding: (@Sendable (Figures) -> String)? = nil
    ) {
        precondition(
            baseline.map { baseline in entries.contains { $0.name == baseline.entry } } ?? true, "The baseline must be one of the entries.")
        self.title = title
        self.unit = unit
        self.lesson = lesson
        self.entries = entries
        self.baseline = baseline
        self.finding = finding
    }

    /// The figures of a run.
    ///
    /// - Parameter rounds: for each entry, the figure of each round.
    func figures(_ rounds: [[Double]], _ setting: Setting<Parameters>) -> Figures {
        let entries = zip(entries, rounds).map { Figures.Entry(name: $0.name, rounds: $1) }
        let ideal = baseline?.ideal?(setting)
        return Figures(entries: entries, baseline: baseline?.entry, ideal: ideal?.ratio, idealName: ideal?.name)
    }
}
