import Explorer
import Glibc
import Symbols

extension ScenarioProcess {
    /// Runs the scenario on one simulated processor with strict priorities, and ends the process.
    func simulate(_ work: @escaping @Sendable (Setting<Parameters>) throws -> [UInt8]) -> Never {
        var options = ExplorationOptions()
        options.strategy = .strictPriorities
        options.looksAtMemory = false
        // The scenario runs on a thread of the explorer, one at a time with all others.
        nonisolated(unsafe) var observations: Result<[UInt8], any Error>?
        let program = ExploredProgram(body: { observations = Result { try work(setting) } })
        let session = ExplorationSession(program, options: options)
        // The first of the two runs is a rehearsal. Its output is dropped.
        let output = dup(STDOUT_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nothing, STDOUT_FILENO)
        session.beginCapture = {
            fflush(nil)
            dup2(output, STDOUT_FILENO)
        }
        let report = session.simulate()
        if let log = report.log {
            let places = log.offsets.sorted()
            let found = Symbolicator.locations(ofReturnAddresses: places.map(UInt64.init), inProgram: "/proc/self/exe")
            let known = zip(places, found).compactMap { place, location in location.map { (place, $0) } }
            do throws(TraceError) {
                try log.write(to: order.trace, program: lab.name, locations: Dictionary(uniqueKeysWithValues: known)) { _ in "" }
            } catch {
                fail(error.description, code: ExitStatus.usage)
            }
        }
        if let finding = report.findings.first { fail("Under strict priorities it ends with the verdict \(finding.verdict).") }
        if let refusal = report.refusal { fail("It cannot be run under strict priorities: \(refusal).") }
        finish(observations ?? .success([]))
    }
}
