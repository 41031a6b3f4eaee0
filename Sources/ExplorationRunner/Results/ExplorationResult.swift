import Words
import Diagnosis
import Explorer
import FoundationEssentials
import Schedules
import Symbols
import Trace

/// A report with its places and its texts, for every form of output.
public struct ExplorationResult: Sendable {
    public let source: ExploredSource
    /// The function that was explored.
    public let entry: String
    public let report: ExplorationReport
    /// The explanations of the findings, in their order.
    public private(set) var explanations: [Explanation]
    public let seconds: Double
    /// Whether the program's outcome is its output, and whether its `main` was explored.
    let printsOutcome: Bool
    let isWholeProgram: Bool
    /// Whether the program itself declares which outcomes are right.
    let isJudged: Bool
    /// A function that looks like the scenario, but was not called.
    let uncalled: String?
    let book: SourceIndex
    /// Where nothing fails: a pool of threads in which the program hangs.
    public private(set) var smallPool: SmallPool?
    /// What happens only with a suspension at each `await`; nil: that was not explored.
    public private(set) var further: FurtherSuspensions?

    init(
        _ report: ExplorationReport, of source: ExploredSource, entry: String, entries: ProgramEntries, program: String, seconds: Double
    ) {
        self.init(
            report, of: source, entry: entry,
            facts: ProgramFacts(
                printsOutcome: entries.printsOutcome, isWhole: entries.kind == .main, isJudged: entries.isJudged, uncalled: entries.uncalled
            ),
            program: program, seconds: seconds)
    }

    /// The facts about a program's entries that the words depend on.
    struct ProgramFacts {
        var printsOutcome = false
        var isWhole = false
        var isJudged = false
        var uncalled: String?
    }

    /// The result of a session in this process, for a function of a test.
    /// - Parameters:
    ///   - report: what the session reported.
    ///   - source: the files that the program was compiled from.
    ///   - entry: the name of the explored function; one of the source's.
    ///   - isJudged: whether the caller has a check of the outcomes.
    ///   - program: the path of this process's program, with line information.
    ///   - seconds: the time that it took.
    public init(
        _ report: ExplorationReport, of source: ExploredSource, entry: String, isJudged: Bool, program: String, seconds: Double
    ) {
        self.init(report, of: source, entry: entry, facts: ProgramFacts(isJudged: isJudged), program: program, seconds: seconds)
    }

    private init(
        _ report: ExplorationReport, of source: ExploredSource, entry: String, facts: ProgramFacts, program: String, seconds: Double
    ) {
        self.source = source
        self.entry = entry
        self.seconds = seconds
        printsOutcome = facts.printsOutcome
        isWholeProgram = facts.isWhole
        isJudged = facts.isJudged && !report.isUnjudged
        uncalled = facts.uncalled
        let further = (source.modules?.sources ?? [:]).merging(source.furtherFiles) { first, _ in first }
        let locations = Self.locations(report, program, in: Set(source.files.map(\.path)).union(further.keys))
        var book = SourceIndex(
            locations: locations, variables: Self.variables(report, program),
            files: source.files.map { SourceIndex.File(name: $0.name, path: $0.path, text: $0.text) }
                + Self.files(Set(locations.values.map(\.file)), further))
        book.lookCloser(at: report.logs.joined())
        book.nameLocals(in: report.logs)
        self.book = book
        var report = report
        // A certain mistake in the program is more than an end of the exploration.
        if case .noStep(let place, let task, let path)? = report.refusal, book.isInEndlessLoop(place) {
            report.findings.append(.init(endlessLoopOf: task, at: place, path: path))
            report.findings.sort { $0.verdict < $1.verdict }
        }
        let known = book, isJudged = isJudged, isWithoutResult = report.log == nil && report.isComplete && report.outcomes.isEmpty
        let all = report.findings.map { finding in
            let words = Explanation(
                finding, besides: finding.verdict == .race ? report.otherRaces : [], outcomes: report.outcomes,
                isOfAll: report.log == nil, isWithoutResult: isWithoutResult, isJudged: isJudged,
                besideAllowed: report.counterparts, in: known
            )
            // (A test of XCTest runs on a thread of its own, after the function that starts it.)
            return source.isTest ? words : words.afterReturn(of: entry, finding)
        }
        // A mechanism that several findings share is explained once.
        var findings: [ExplorationReport.Finding] = [], explanations: [Explanation] = []
        for (finding, words) in zip(report.findings, all) {
            if let first = explanations.firstIndex(where: { $0.isLike(words) }) {
                explanations[first].add(words)
                findings[first].ends += finding.ends
            } else {
                findings.append(finding)
                explanations.append(words)
            }
        }
        report.findings = findings
        self.report = report
        self.explanations = explanations
    }

    /// Adds the pool in which the program hangs, if no interleaving fails with a larger one.
    public mutating func add(_ pool: SmallPool?) { if report.verdict == .none { smallPool = pool } }

    /// Adds what happens only with a suspension at each `await`.
    public mutating func add(_ further: FurtherSuspensions?) { self.further = further }

    /// Replaces the advice for data races by advice that fits the program's purpose.
    public mutating func advise(onRaces cure: String) {
        for index in explanations.indices where explanations[index].verdict == .race && !explanations[index].hasAdviceForLine {
            explanations[index].hint = cure
        }
    }

    /// The token of a schedule, for copying.
    public func token(_ path: ExplorationReport.Path) -> String {
        ScheduleToken(fingerprint: source.fingerprint(entry), path: path).text
    }

    /// The exit code for scripts: 1 if there is a failure, 3 if none was found and the search is
    /// not complete, 130 if it was interrupted, else 0.
    public var exitCode: Int32 {
        if report.wasStopped { return 130 }
        if report.verdict != .none { return 1 }
        if report.coverage.strategy == .strictPriorities { return report.wasTooLong ? 3 : 0 }
        return report.isCompleteWithinBound ? 0 : 3
    }

    /// Writes an execution as a trace, in the form of real recordings.
    /// - Throws: `ExplainedError` if the file cannot be written.
    public func write(_ log: ExecutionRecord, to path: String) throws(ExplainedError) {
        let bytes = log.trace(program: source.name, locations: book.locations, meanings: meanings(in: log)) { book.variable($0) }
        try TraceWriter.write(bytes, to: path)
    }

    /// The meaning of the steps of an execution for the findings in it.
    private func meanings(in log: ExecutionRecord) -> [Int: StepMeaning] {
        var meanings: [Int: StepMeaning] = [:]
        for (finding, words) in zip(report.findings, explanations) where finding.log == log {
            for row in words.table.rows {
                guard let step = row.step else { continue }
                if row.isDeciding { meanings[step, default: []].insert(.decides) }
                if row.isFailure { meanings[step, default: []].insert(.fails) }
            }
            if !words.table.rows.contains(where: \.isFailure), let step = failingStep(of: finding, words.table) {
                meanings[step, default: []].insert(.fails)
            }
            for access in finding.races.joined() {
                for (index, entry) in log.entries.enumerated()
                where entry.isAccess && entry.task == access.task && entry.places.first == access.place {
                    meanings[index, default: []].insert(.races)
                }
            }
        }
        return meanings
    }

    /// The step at which a failure without a failing row shows: the last of the steps that decide, or of the accesses of the race; else for a
    /// wrong result the last change of a value, and for others the last step that matters.
    private func failingStep(of finding: ExplorationReport.Finding, _ table: ScheduleTable) -> Int? {
        let last = table.rows.last?.step
        guard [.assertion, .race].contains(finding.verdict) else { return last }
        let marked = table.rows.last { table.isMarked($0) && $0.step != nil }
        if let marked { return change(in: marked, finding.log.entries) ?? marked.step }
        return table.rows.reversed().lazy.compactMap { change(in: $0, finding.log.entries) }.first ?? last
    }

    /// The step of a row that changes a value: the row is the whole statement, which can begin with a read.
    private func change(in row: ScheduleTable.Row, _ entries: [ExecutionRecord.Entry]) -> Int? {
        guard let step = row.step, entries.indices.contains(step), row.values.values.contains(where: { $0.contains("→") }) else {
            return nil
        }
        return (step..<entries.count).first { index in
            let entry = entries[index], place = entry.places.first.flatMap { book.locations[$0] }
            return entry.task == entries[step].task && entry.isAccess && entry.isChange && place?.line == row.line
        }
    }

    /// Files in which something happens.
    private static func files(_ paths: Set<String>, _ names: [String: String]) -> [SourceIndex.File] {
        paths.sorted().compactMap { path in
            guard let name = names[path], let contents = FileManager.default.contents(atPath: path) else { return nil }
            return SourceIndex.File(name: name, path: path, text: String(decoding: contents, as: UTF8.self))
        }
    }

    /// Drops locations outside the user's files (the code that calls the program, and code of
    /// libraries in it).
    private static func locations(_ report: ExplorationReport, _ program: String, in files: Set<String>) -> [UInt: Trace.Place.Location] {
        ProgramPlaces(
            calls: report.offsets, reads: report.accesses(.memoryRead), changes: report.accesses(.memoryWritten), closures: report.closures
        ).locations(in: program, files: files)
    }

    /// The names of global and static variables, by their offsets in the program's file.
    private static func variables(_ report: ExplorationReport, _ program: String) -> [UInt: String] {
        var names: [UInt: String] = [:]
        for entry in report.logs.joined() where entry.isAccess && entry.extra != 0 && names[UInt(entry.extra)] == nil {
            names[UInt(entry.extra)] = Symbolicator.variable(at: entry.extra, inProgram: program)?.name ?? ""
        }
        return names.filter { !$0.value.isEmpty }
    }

    /// Why the search ended early, in words with the place.
    public func error(_ refusal: ExplorationReport.Refusal) -> ExplainedError {
        ExplainedError(refusal, in: source.name) { offset in book.place([offset]).map { "\($0.file):\($0.line)" } }
    }
}

extension ExplorationReport {
    /// The number of executions: those of the search, and those at random for the remainder of the budget.
    public var executionsAltogether: Int { executions + (coverage.strategy == .exhaustive ? coverage.byChance : 0) }

    /// The log entries of executions.
    var logs: [[ExecutionRecord.Entry]] {
        ((findings + otherRaces).map(\.log) + compared + counterparts + (log.map { [$0] } ?? [])).map(\.entries)
    }

    /// The offsets at which the submitted closures begin.
    var closures: Set<UInt> { Set(logs.joined().map(\.closure)).subtracting([0]) }

    /// The offsets at which memory is read or changed.
    func accesses(_ kind: Event.Kind) -> Set<UInt> {
        Set(logs.joined().lazy.filter { $0.event == kind }.compactMap(\.places.first)).subtracting([0])
    }

    /// Every offset into the program that has to be looked up.
    var offsets: Set<UInt> {
        var all: Set<UInt> = []
        for finding in findings + otherRaces {
            for access in finding.races.joined() { all.insert(access.place) }
            for waiting in finding.waiting { all.insert(waiting.place) }
            for order in finding.deciding ?? [] {
                all.formUnion([order.earlier.place, order.later.place] + order.earlier.next.map(\.place) + order.later.next.map(\.place))
            }
            all.insert(finding.place)
            all.formUnion(finding.log.offsets)
        }
        for log in compared + counterparts + (log.map { [$0] } ?? []) { all.formUnion(log.offsets) }
        if case .notModelled(_, let place)? = refusal { all.insert(place) }
        if case .runtimeNotKnown(_, let place)? = refusal { all.insert(place) }
        if case .noStep(let place, _, _)? = refusal { all.insert(place) }
        all.remove(0)
        return all
    }
}
