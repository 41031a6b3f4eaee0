import Diagnosis
import Explorer
import Recorder
import Trace

/// A report with its places looked up and its words found: what is printed, in whatever form.
struct ExplorationResult {
    let file: ExploredFile
    let report: ExplorationReport
    let source: SourceBook
    /// Of the program's offsets.
    let locations: [UInt: Trace.Place.Location]
    let explanations: [Explanation]
    let seconds: Double

    init(_ report: ExplorationReport, of file: ExploredFile, program: String, seconds: Double) {
        self.file = file
        self.report = report
        self.seconds = seconds
        let offsets = Array(report.offsets).sorted()
        let found = Symbolicator.locations(ofReturnAddresses: offsets.map(UInt64.init), inProgram: program)
        var locations: [UInt: Trace.Place.Location] = [:]
        for (offset, location) in zip(offsets, found) { locations[offset] = location }
        let source = SourceBook(locations: locations, path: file.path, name: file.name, text: file.text)
        self.source = source
        self.locations = locations
        explanations = report.findings.map { Explanation($0, outcomes: report.outcomes, in: source) }
    }

    func token(_ path: ExplorationReport.Path) -> String { ScheduleToken(fingerprint: file.fingerprint, path: path).text }

    /// Exit codes are a promise: 1 where something is wrong, 3 where nothing was found and not all was seen.
    var code: Int32 {
        if report.wasStopped { return 130 }
        if report.verdict != .none { return 1 }
        return report.isComplete ? 0 : 3
    }
}

extension ExplorationReport {
    /// Every offset into the program that is to be looked up.
    var offsets: Set<UInt> {
        var all: Set<UInt> = []
        for finding in findings {
            for access in finding.races.joined() { all.insert(access.place) }
            for waiting in finding.waiting { all.insert(waiting.place) }
            all.insert(finding.place)
            all.formUnion(finding.log.offsets)
        }
        if let log { all.formUnion(log.offsets) }
        if case .notModelled(_, let place)? = refusal { all.insert(place) }
        if case .noStep(let place)? = refusal { all.insert(place) }
        all.remove(0)
        return all
    }
}
