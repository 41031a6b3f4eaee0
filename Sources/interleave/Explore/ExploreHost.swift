import ArgumentParser
import Explorer
import FoundationEssentials
import Glibc
import LabKit

/// `interleave explore-host`: the process in which a compiled scenario is explored; started by `explore` and `replay`.
struct ExploreHostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "explore-host", shouldDisplay: false)

    @Argument var library: String
    @Argument var result: String
    @Option var fingerprint: UInt64
    @Option var budget = 1_000_000
    @Option var token: String?
    @Option var trace: String?

    /// The exit code that says: no execution came to its end for so long that none will.
    static let stuck: Int32 = 75

    func run() throws {
        guard let handle = dlopen(library, RTLD_NOW), let symbol = dlsym(handle, "interleave_scenario") else {
            throw CommandFailure(.ours, "The compiled scenario cannot be loaded: \(dlerror().map { String(cString: $0) } ?? "").")
        }
        let scenario = unsafeBitCast(symbol, to: Entry.self)
        let outcome = dlsym(handle, "interleave_outcome").map { unsafeBitCast($0, to: Entry.self) }
        var options = ExplorationOptions()
        options.executionLimit = budget
        Watchdog.start(exitCode: Self.stuck)
        let start = ContinuousClock.now
        var report = try explored(scenario, outcome, options)
        report.seconds = (ContinuousClock.now - start) / .seconds(1)
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: result))
    }

    private typealias Report = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Void
    private typealias Entry = @convention(c) (UnsafeMutableRawPointer, Report) -> Void

    /// What a call of the scenario came to.
    private final class Answer {
        var text = ""
        var status: Int32 = 1

        func ask(_ entry: Entry) throws -> String {
            entry(Unmanaged.passUnretained(self).toOpaque()) { context, text, status in
                let answer = Unmanaged<Answer>.fromOpaque(context).takeUnretainedValue()
                answer.text = String(cString: text)
                answer.status = status
            }
            switch status {
            case 0: return text
            case 1: throw Failed(description: text)
            default: throw Failed(description: "the outcome \(text) is not allowed")
            }
        }
    }

    private struct Failed: Error, CustomStringConvertible { var description: String }

    private func explored(_ scenario: Entry, _ outcome: Entry?, _ options: ExplorationOptions) throws -> ExplorationReport {
        let schedule = try token.map { token throws -> Schedule in
            do { return try Schedule(token: token, fingerprint: fingerprint) } catch {
                switch error {
                case .notAToken:
                    throw CommandFailure(.usage, "\(token) is no token.", cure: "Copy the whole of it, as `interleave explore` prints it.")
                case .otherProgram:
                    throw CommandFailure(
                        .usage, "The token \(token) belongs to another file, or to another version of this one.",
                        cure: "Explore the file as it is now: the tokens that it prints belong to it.")
                }
            }
        }
        let exploration: Exploration<String>
        switch (schedule, outcome) {
        case (nil, nil): exploration = explore(options) { try Answer().ask(scenario) }
        case (nil, let outcome?):
            exploration = explore(options, { _ = try Answer().ask(scenario) }, outcome: { try Answer().ask(outcome) })
        case (let schedule?, nil):
            exploration = try record(schedule, into: trace, options) { try Answer().ask(scenario) }
        case (let schedule?, let outcome?):
            exploration = try record(
                schedule, into: trace, options, { _ = try Answer().ask(scenario) }, outcome: { try Answer().ask(outcome) })
        }
        if schedule == nil, let trace, let failing = exploration.findings.first?.schedule {
            _ = try record(failing, into: trace, options) { try Answer().ask(scenario) }
        }
        return ExplorationReport(exploration, fingerprint: fingerprint, seconds: 0)
    }
}
