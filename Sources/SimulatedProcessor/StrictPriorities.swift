import Explorer
import Glibc
import LabKit
import Symbols

extension Variant.Machine {
    /// One simulated processor that always runs the ready thread with the highest priority, in
    /// simulated time: the explorer's strategy `strict-priorities`.
    ///
    /// The scenario runs in the lab's own process. It computes by looking at a clock, and it waits
    /// by locks, conditions and sleeps. It must not depend on variables that an earlier run has
    /// changed: it runs twice, and the second run counts.
    public static var strictPriorities: Self {
        .simulated { run in try StrictPriorities(run).simulate() }
    }
}

/// A run on one simulated processor with strict priorities.
private struct StrictPriorities {
    let run: SimulatedRun

    init(_ run: SimulatedRun) { self.run = run }

    /// Why a scenario has no run.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    func simulate() throws {
        var options = ExplorationOptions()
        options.strategy = .strictPriorities
        options.looksAtMemory = false
        let session = ExplorationSession(ExploredProgram(body: run.body), options: options)
        // The first of the two runs is a rehearsal. Its output is dropped.
        let output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nothing, STDOUT_FILENO)
        session.beginCapture = {
            fflush(nil)
            dup2(output, STDOUT_FILENO)
        }
        let report = session.simulate()
        if let log = report.log { try write(log) }
        if let finding = report.findings.first {
            throw Failure(description: "Under strict priorities it ends with the verdict \(finding.verdict).")
        }
        if let refusal = report.refusal { throw Failure(description: "It cannot be run under strict priorities: \(refusal).") }
    }

    private func write(_ log: ExecutionRecord) throws {
        let places = log.offsets.sorted()
        let found = Symbolicator.locations(ofReturnAddresses: places.map(UInt64.init), inProgram: "/proc/self/exe")
        let known = zip(places, found).compactMap { place, location in location.map { (place, $0) } }
        let bytes = log.trace(program: run.lab, locations: Dictionary(uniqueKeysWithValues: known)) { _ in "" }
        try TraceWriter.write(bytes, to: run.trace)
    }
}
