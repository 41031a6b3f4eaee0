import Explorer

/// The knowledge of a search about a player's goal.
public struct SeatKnowledge: Hashable, Sendable {
    /// Whether the goal can be reached; nil: it was not reached, and the search is not complete.
    public var isPossible: Bool?
    public var goal: SeatGoal
    /// The fewest preemptions of a known schedule that reaches it; and whether no schedule with fewer exists.
    public var par: Int?
    public var isParExact: Bool
    /// A schedule that reaches it.
    public var example: ExplorationReport.Path?
    public var interleavings: Int

    /// - Parameter wanted: a result to find; nil: a failure. A data race counts as a failure only if nothing else fails: it is in each
    ///   execution, and does no harm in most of them.
    public init(_ report: ExplorationReport, finding wanted: String? = nil) {
        let paths: [ExplorationReport.Path]
        if let wanted {
            goal = .outcome(wanted)
            paths = report.outcomes.filter { $0.text == wanted && $0.isReproducible && $0.isTried }.map(\.path)
        } else {
            let failing = report.findings.filter { $0.verdict != .race }, countsRaces = failing.isEmpty && !report.findings.isEmpty
            goal = .failure(countsRaces: countsRaces)
            let wrong = report.outcomes.filter { !$0.isAllowed && $0.isReproducible && $0.isTried }.map(\.path)
            paths = (countsRaces ? report.findings : failing).map(\.path) + wrong
        }
        example = paths.min { $0.preemptions < $1.preemptions }
        par = example?.preemptions
        // (A path can be chosen because it shows the cause best: that of a data race shows its harm. Others are known to be the shortest.)
        let areShortest = !paths.isEmpty && paths.allSatisfy(\.isShortest) && goal != .failure(countsRaces: true)
        isParExact = par == 0 || areShortest
        isPossible = par != nil ? true : report.isComplete ? false : nil
        interleavings = report.executionsAltogether
    }
}
