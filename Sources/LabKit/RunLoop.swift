import FoundationEssentials
import Glibc
import Recorder

/// The parent's side of a run: starts the lab again as a child for each variant, waits, and judges what the child left behind.
///
/// A process of its own, because a variant may crash or hang: that is a result like any other, and must not take the lab with it.
struct RunLoop<Parameters: LabParameters> {
    let lab: Lab<Parameters>
    let setting: Setting<Parameters>

    /// Runs a variant once and judges its claims.
    ///
    /// - Parameter file: where to keep the trace; nil: nowhere.
    func run(_ variant: Variant<Parameters>, keepingTraceIn file: String? = nil) throws(LabError) -> Outcome {
        let folder = try TemporaryFolder(named: lab.name)
        let trace = file ?? folder.file("trace")
        let order = ScenarioOrder(
            task: .variant(variant.name), folder: folder.path, trace: trace, secondsToLive: UInt32(variant.timeLimit / .seconds(1)) + 5)
        let end = try spawn(order, in: folder, limit: variant.timeLimit)
        if let failure = folder.bytes(of: "failure") {
            throw LabError(
                code: .scenarioFailed, message: "The variant \(variant.name) could not be run.",
                cure: String(decoding: failure, as: UTF8.self),
                exitCode: end.ending == .exited(code: ExitStatus.usage) ? ExitStatus.usage : ExitStatus.ours)
        }
        let recorded = try read(trace, ending: end.ending)
        let evidence = Evidence(setting: setting, observations: folder.bytes(of: "observations") ?? [], trace: recorded)
        var outcome = Outcome(
            variant: variant.name, ending: end.ending, timedOut: end.timedOut, timeLimit: variant.timeLimit, trace: recorded,
            output: String(decoding: folder.bytes(of: "output") ?? [], as: UTF8.self),
            complaints: String(decoding: folder.bytes(of: "errors") ?? [], as: UTF8.self))
        do {
            outcome.claims = try variant.claims(outcome, evidence)
            if !evidence.observations.isEmpty { outcome.observations = try JSONText.decode(JSONValue.self, from: evidence.observations) }
        } catch {
            throw .cannotRun("its observations cannot be read: \(error)")
        }
        return outcome
    }

    /// Measures the entries of a comparison, round by round, unrecorded, in a process of their own.
    func measure(_ index: Int) throws(LabError) -> [[Double]] {
        let folder = try TemporaryFolder(named: lab.name)
        let order = ScenarioOrder(task: .comparison(index), folder: folder.path, trace: "", secondsToLive: 65)
        let end = try spawn(order, in: folder, limit: .seconds(60))
        guard end.ending == .exited(code: 0), let bytes = folder.bytes(of: "observations") else {
            throw .cannotRun("the comparison '\(lab.comparisons[index].title)' did not end: \(Outcome.words(end.ending, end.timedOut))")
        }
        do { return try JSONText.decode([[Double]].self, from: bytes) } catch { throw .cannotRun("its figures cannot be read: \(error)") }
    }

    private func spawn(
        _ order: ScenarioOrder, in folder: borrowing TemporaryFolder, limit: Duration
    ) throws(LabError) -> (ending: Trace.Ending, timedOut: Bool) {
        var options = ChildProcess.Options()
        var environment = ProcessInfo.processInfo.environment
        // A crash is shown here, on the timeline and in words; the runtime's own report would take seconds.
        if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
        options.environment = environment.merging(order.environment) { _, ordered in ordered }
        options.ownGroup = true
        // The trace says what was run: by the lab's own name, not by the way to it.
        options.name = lab.name
        options.standardInput = .nothing
        options.standardOutput = .file("\(order.folder)/output")
        options.standardError = .file("\(order.folder)/errors")
        let end: (ending: Trace.Ending, timedOut: Bool)
        do throws(ChildProcessError) {
            var child = try Interruption.held { () throws(ChildProcessError) in
                let arguments = Array(CommandLine.arguments.dropFirst())
                let child = try ChildProcess.spawn("/proc/self/exe", arguments: arguments, options: options)
                Interruption.watch(child.processID)
                return child
            }
            defer { Interruption.unwatch() }
            end = child.wait(killingAfter: limit)
        } catch {
            throw .cannotRun(error.description)
        }
        // It ends so when it cannot write what it has to say.
        if end.ending == .exited(code: ExitStatus.noRoom) { throw .noRoom(in: folder.parent) }
        return end
    }

    /// Completes the trace of a process that could not do so itself, gives its places their names, and reads it.
    private func read(_ path: String, ending: Trace.Ending) throws(LabError) -> Trace {
        do throws(RecorderError) {
            if ending != .exited(code: 0) { try TraceFinisher.finish(path: path, ending: ending) }
        } catch {
            // A run that never began to record is read below, and said there.
        }
        do throws(TraceError) {
            try Symbolicator.annotate(path: path, isStaging: lab.isStaging)
            return try TraceReader.read(path: path)
        } catch {
            if ending == .exited(code: 0) { throw .cannotRun("its trace cannot be read: \(error)") }
            var empty = Trace()
            empty.damage = [error.message]
            return empty
        }
    }
}

/// What came of running a variant once.
struct Outcome: Sendable {
    var variant: String
    var ending: Trace.Ending
    /// It was killed because its time was over.
    var timedOut: Bool
    var timeLimit: Duration
    var trace: Trace
    /// What the scenario printed.
    var output: String
    /// What it, or the runtime, wrote to standard error.
    var complaints: String
    var claims: [Claim] = []
    var observations = JSONValue.null

    var holds: Bool { claims.allSatisfy(\.holds) }
    var showsMistake: Bool { claims.contains(where: \.mistakeShown) }
    var endsInOrder: Bool { ending == .exited(code: 0) && !timedOut }

    /// How it ended, in words.
    var endingWords: String { Self.words(ending, timedOut) }

    static func words(_ ending: Trace.Ending, _ timedOut: Bool) -> String {
        if timedOut { return "did not end in time and was killed" }
        return switch ending {
        case .exited(0): "ended by itself"
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal): "died of \(Signals.words(signal))"
        case .stopped, .unknown: "ended, nobody knows how"
        }
    }
}

extension Variant {
    /// The claims on a run, after the one about its ending where that is what the variant is about.
    func claims(_ outcome: Outcome, _ evidence: Evidence<Parameters>) throws -> [Claim] {
        let died = if case .killed = outcome.ending { !outcome.timedOut } else { false }
        switch expected {
        case .completion where outcome.endsInOrder: return try judge(evidence)
        case .completion:
            return [Claim("the process ends by itself", found: "it \(outcome.endingWords)", expected: "an end in order", holds: false)]
        case .completionOrDeath where outcome.endsInOrder: return try judge(evidence)
        case .completionOrDeath(let lesson):
            return [
                Claim(
                    "the mistake shows", found: "the process \(outcome.endingWords); \(lesson)", expected: "figures, or a crash",
                    holds: died, showsMistake: true)
            ]
        case .death(let lesson):
            let claim = Claim(
                "the process dies", found: "it \(outcome.endingWords)" + (died ? "; \(lesson)" : ""), expected: "killed by a signal",
                holds: died, showsMistake: true)
            return [claim] + (try judge(evidence))
        case .hanging(let lesson):
            let claim = Claim(
                "the process hangs", found: outcome.timedOut ? "it \(outcome.endingWords); \(lesson)" : "it \(outcome.endingWords)",
                expected: "no end within \(timeLimit)", holds: outcome.timedOut, showsMistake: true)
            return [claim] + (try judge(evidence))
        }
    }
}
