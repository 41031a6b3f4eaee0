import Words
import FoundationEssentials
import Glibc
import Recorder
import Symbols
import System

/// The parent's side of a run. For each variant it starts the lab again as a child process, waits,
/// and judges the results.
///
/// A variant needs its own process because it can crash or hang. That is a result like any other,
/// and must not end the lab.
struct VariantRunner<Parameters: LabParameters> {
    let lab: Lab<Parameters>
    let setting: Setting<Parameters>

    /// Runs a variant once and judges its claims.
    ///
    /// - Parameter file: the file for the trace; nil if it is not kept.
    func run(_ variant: Variant<Parameters>, keepingTraceIn file: String? = nil) throws(ExplainedError) -> Outcome {
        let folder = try RunFolder(named: lab.name)
        let trace = file ?? folder.file("trace")
        let order = ScenarioOrder(
            task: .variant(variant.name), folder: folder.path, trace: trace,
            secondsToLive: UInt32(variant.timeLimit / .seconds(1)) + (variant.hangs ? 65 : 5))
        let end = try spawn(
            order, in: folder, limit: variant.timeLimit, reportsCrash: variant.lessonOfDeath == nil, hangs: variant.hangs)
        if let failure = folder.bytes(of: "failure") {
            throw ExplainedError(
                .scenarioFailed, "The variant \(variant.name) could not be run.",
                cure: String(decoding: failure, as: UTF8.self),
                exitCode: end.ending == .exited(code: ExitStatus.usage) ? ExitStatus.usage : ExitStatus.ours)
        }
        let recorded = try read(trace, ending: end.ending)
        let evidence = RawRun(setting: setting, observations: folder.bytes(of: "observations") ?? [], trace: recorded)
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

    /// Measures the entries of a comparison round by round, without recording, in a separate
    /// process.
    func measure(_ index: Int) throws(ExplainedError) -> [[Double]] {
        let folder = try RunFolder(named: lab.name)
        let order = ScenarioOrder(task: .comparison(index), folder: folder.path, trace: "", secondsToLive: 65)
        let end = try spawn(order, in: folder, limit: .seconds(60))
        guard end.ending == .exited(code: 0), let bytes = folder.bytes(of: "observations") else {
            throw .cannotRun("the comparison '\(lab.comparisons[index].title)' did not end: \(Outcome.words(end.ending, end.timedOut))")
        }
        do { return try JSONText.decode([[Double]].self, from: bytes) } catch { throw .cannotRun("its figures cannot be read: \(error)") }
    }

    private func spawn(
        _ order: ScenarioOrder, in folder: borrowing RunFolder, limit: Duration, reportsCrash: Bool = true, hangs: Bool = false
    ) throws(ExplainedError) -> (ending: Trace.Ending, timedOut: Bool) {
        var options = ChildProcess.Options()
        var environment = ProcessInfo.processInfo.environment
        // The runtime's report takes seconds. It is not needed where the crash is the lesson: the lab has its own words for that.
        if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = reportsCrash ? CrashReport.setting : "enable=no" }
        options.environment = environment.merging(order.environment) { _, ordered in ordered }
        options.ownGroup = true
        // The trace names the program: the lab's own name, without the path.
        options.name = lab.name
        options.standardInput = .nothing
        options.standardOutput = .file("\(order.folder)/output")
        options.standardError = .file("\(order.folder)/errors")
        let end: (ending: Trace.Ending, timedOut: Bool)
        do throws(ExplainedError) {
            var child = try CleanupOnSignal.held { () throws(ExplainedError) in
                let arguments = Array(CommandLine.arguments.dropFirst())
                let child = try ChildProcess.spawn("/proc/self/exe", arguments: arguments, options: options)
                CleanupOnSignal.watch(child.processID)
                return child
            }
            defer { CleanupOnSignal.unwatch() }
            end = child.wait(killingAfter: limit, whenAtRest: hangs)
        } catch {
            throw .cannotRun(error.description)
        }
        // The child ends with this code if it cannot write its report.
        if end.ending == .exited(code: ExitStatus.noRoom) { throw .noRoom(in: folder.parent) }
        return end
    }

    /// Completes the trace of a process that could not do so itself, symbolicates it, and reads it.
    private func read(_ path: String, ending: Trace.Ending) throws(ExplainedError) -> Trace {
        do throws(ExplainedError) {
            if ending != .exited(code: 0) { try TraceFinisher.finish(path: path, ending: ending) }
        } catch {
            // If a run never began to record, the code below reports that.
        }
        do throws(ExplainedError) {
            try Symbolicator.annotate(path: path, isStaging: lab.isStaging, found: SourcePath.found)
            return try TraceReader.read(path: path)
        } catch {
            if ending == .exited(code: 0) { throw .cannotRun("its trace cannot be read: \(error)") }
            var empty = Trace()
            empty.damage = [error.message]
            return empty
        }
    }
}

/// The results of running a variant once.
struct Outcome: Sendable {
    var variant: String
    var ending: Trace.Ending
    /// Whether it was killed because its time limit was over.
    var timedOut: Bool
    var timeLimit: Duration
    var trace: Trace
    /// The scenario's standard output.
    var output: String
    /// The standard error of the scenario and the runtime.
    var complaints: String
    var claims: [Claim] = []
    var observations = JSONValue.null

    var holds: Bool { claims.allSatisfy(\.holds) }
    var showsMistake: Bool { claims.contains(where: \.mistakeShown) }
    var endsInOrder: Bool { ending == .exited(code: 0) && !timedOut }

    /// The end of the process, in words.
    var endingWords: String { Self.words(ending, timedOut) }

    /// How it ended if it did not end in order: in words, with the place of a crash if it is known. Empty: it ended in order.
    var trouble: [String] {
        if endsInOrder { return [] }
        let report = CrashReport(complaints).words
        return ["The process \(endingWords)."] + (report.isEmpty && !complaints.isEmpty ? [String(complaints.prefix(600))] : report)
    }

    static func words(_ ending: Trace.Ending, _ timedOut: Bool) -> String {
        if timedOut { return "did not end in time, and the lab stopped it" }
        return switch ending {
        case .exited(0): "ended normally"
        case .exited(let code): "exited with code \(code)"
        case .killed(let signal): "died of \(Signals.words(signal))"
        case .stopped, .unknown: "ended in an unknown way"
        }
    }
}

extension Variant {
    /// The claims about a run. If the variant is about how the process ends, the first claim is
    /// about that.
    func claims(_ outcome: Outcome, _ evidence: RawRun<Parameters>) throws -> [Claim] {
        let died = if case .killed = outcome.ending { !outcome.timedOut } else { false }
        switch expected {
        case .completion where outcome.endsInOrder: return try judge(evidence)
        case .completion:
            return [Claim("the process ends normally", found: "it \(outcome.endingWords)", expected: "exit code 0", holds: false)]
        case .completionOrDeath where outcome.endsInOrder: return try judge(evidence)
        case .completionOrDeath(let lesson):
            return [
                Claim(
                    "the bug appears", found: "the process \(outcome.endingWords); \(lesson)", expected: "figures or a crash",
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
