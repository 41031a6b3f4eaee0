import Diagnosis
import Explorer
import Recorder
import Trace

/// A report with its places looked up and its words found: what is printed, in whatever form.
public struct ExplorationResult: Sendable {
    public let source: ExploredSource
    /// The function that was explored.
    public let entry: String
    public let report: ExplorationReport
    /// Of the findings, in their order.
    public let explanations: [Explanation]
    public let seconds: Double
    /// Whether the program's outcome is what it prints, and whether it was its `main` that was explored.
    let printsOutcome: Bool
    let isWholeProgram: Bool
    let book: SourceBook

    init(
        _ report: ExplorationReport, of source: ExploredSource, entry: String, entries: ProgramEntries, program: String, seconds: Double
    ) {
        self.source = source
        self.entry = entry
        self.seconds = seconds
        printsOutcome = entries.printsOutcome
        isWholeProgram = entries.kind == .main
        let locations = Self.locations(report, program, in: Set(source.files.map(\.path)))
        var book = SourceBook(
            locations: locations, variables: Self.variables(report, program),
            files: source.files.map { SourceBook.File(name: $0.name, path: $0.path, text: $0.text) })
        book.lookCloser(at: report.logs.joined())
        self.book = book
        var report = report
        // What is surely a mistake of the program's is no mere end of the exploration.
        if case .noStep(let place, let task, let path)? = report.refusal, book.isInEndlessLoop(place) {
            report.findings.append(.init(endlessLoopOf: task, at: place, path: path))
            report.findings.sort { $0.verdict < $1.verdict }
        }
        self.report = report
        let known = book, isWithoutResult = report.log == nil && report.isComplete && report.outcomes.isEmpty
        explanations = report.findings.map { finding in
            Explanation(
                finding, besides: finding.verdict == .race ? report.otherRaces : [], outcomes: report.outcomes,
                isOfAll: report.log == nil, isWithoutResult: isWithoutResult, isJudged: entries.isJudged && !report.isUnjudged, in: known
            )
            .afterReturn(of: entry, finding)
        }
    }

    /// What stands for a way through the program, to be pasted.
    public func token(_ path: ExplorationReport.Path) -> String {
        ScheduleToken(fingerprint: source.fingerprint(entry), path: path).text
    }

    /// What scripts are told: 1 where something is wrong, 3 where nothing was found and not all was seen, 130 where it was interrupted, else 0.
    public var exitCode: Int32 {
        if report.wasStopped { return 130 }
        if report.verdict != .none { return 1 }
        return report.isCompleteWithinBound ? 0 : 3
    }

    /// Writes an execution as a trace, in the form in which real runs are recorded.
    /// - Throws: `TraceError` when the file cannot be written.
    public func write(_ log: Chronicle, to path: String) throws(TraceError) {
        try log.write(to: path, program: source.name, locations: book.locations) { book.variable($0) }
    }

    /// What stands in none of the files (what calls the program, and what libraries have put into it) leads nobody anywhere.
    private static func locations(_ report: ExplorationReport, _ program: String, in files: Set<String>) -> [UInt: Trace.Place.Location] {
        let closures = report.closures, changes = report.accesses(.memoryWritten).subtracting(closures)
        let reads = report.accesses(.memoryRead).subtracting(closures).subtracting(changes)
        let calls = report.offsets.subtracting(closures).subtracting(changes).subtracting(reads)
        let inOrder = [calls, reads, changes, closures].map { $0.sorted().map(UInt64.init) }
        let found =
            Symbolicator.locations(ofReturnAddresses: inOrder[0], inProgram: program)
            + Symbolicator.locations(ofAccesses: inOrder[1], areChanges: false, inProgram: program)
            + Symbolicator.locations(ofAccesses: inOrder[2], areChanges: true, inProgram: program)
            + Symbolicator.locations(ofClosures: inOrder[3], inProgram: program)
        var locations: [UInt: Trace.Place.Location] = [:]
        for (offset, location) in zip(inOrder.joined().map(UInt.init), found) {
            if let location, location.line == 0 || files.contains(location.file) { locations[offset] = location }
        }
        return locations
    }

    /// The names of global and static variables, by their offsets in the program's file.
    private static func variables(_ report: ExplorationReport, _ program: String) -> [UInt: String] {
        var names: [UInt: String] = [:]
        for entry in report.logs.joined() where entry.isAccess && entry.extra != 0 && names[UInt(entry.extra)] == nil {
            names[UInt(entry.extra)] = Symbolicator.variable(at: entry.extra, inProgram: program)?.name ?? ""
        }
        return names.filter { !$0.value.isEmpty }
    }

    func error(_ refusal: ExplorationReport.Refusal) -> ExplorationError {
        ExplorationError(refusal, in: source.name) { offset in book.place([offset]).map { "\($0.file):\($0.line)" } }
    }
}

extension ExplorationReport {
    /// What was written down of executions.
    var logs: [[Chronicle.Entry]] { ((findings + otherRaces).map(\.log) + (log.map { [$0] } ?? [])).map(\.entries) }

    /// The offsets at which closures begin that were handed over.
    var closures: Set<UInt> { Set(logs.joined().map(\.closure)).subtracting([0]) }

    /// The offsets at which memory is read, or changed.
    func accesses(_ kind: Event.Kind) -> Set<UInt> {
        Set(logs.joined().lazy.filter { $0.event == kind }.compactMap(\.places.first)).subtracting([0])
    }

    /// Every offset into the program that is to be looked up.
    var offsets: Set<UInt> {
        var all: Set<UInt> = []
        for finding in findings + otherRaces {
            for access in finding.races.joined() { all.insert(access.place) }
            for waiting in finding.waiting { all.insert(waiting.place) }
            all.insert(finding.place)
            all.formUnion(finding.log.offsets)
        }
        if let log { all.formUnion(log.offsets) }
        if case .notModelled(_, let place)? = refusal { all.insert(place) }
        if case .noStep(let place, _, _)? = refusal { all.insert(place) }
        all.remove(0)
        return all
    }
}
