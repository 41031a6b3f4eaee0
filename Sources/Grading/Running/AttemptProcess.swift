import Words
import ExerciseChecks
import ExplorationRunner
import FoundationEssentials
import Glibc
import Recorder
import System
import Trace

/// The process in which an attempt runs, from its supervisor's point of view, with limits.
struct AttemptProcess {
    /// The number of cores that an attempt sees, on each machine: its behaviour must not depend on
    /// the grading machine. If there are fewer, its threads take turns.
    static let cores = 4

    /// The limits of an attempt. A correct attempt needs a tenth of a second and a few megabytes.
    struct Limits: Sendable {
        /// The time limit, without the time in which its threads were ready to run and waited for a
        /// core.
        var time = Duration.seconds(20)
        /// The processor time of all its threads together.
        var work = Duration.seconds(5)
        /// The memory that it has at the same time, in bytes.
        var memory = 1 << 30
        /// The threads that it has at the same time. libdispatch alone can have 255 if all of its
        /// workers are blocked.
        var threads = 600
        /// The size of its output, in bytes.
        var output = 1 << 20
        /// The space that its files need on the disk, in bytes, and the number of files.
        var disk = 64 << 20
        var files = 10_000
    }

    /// Why the supervisor ended a run.
    enum Excess: Equatable, Sendable { case time, work, standstill, memory, threads, output, disk }

    /// The result of a run.
    struct Outcome: Sendable {
        var ending: Trace.Ending
        var excess: Excess?
        /// Its output, up to the limit.
        var printed: String
        /// The observations of the checks, as JSON; nil if they did not finish.
        var observations: [UInt8]?
        /// The kind of its early end, and the return addresses of the thread that caused it, from
        /// the start of the program.
        var lastWords: (reason: String, thread: UInt64, addresses: [UInt64])?
        /// Threads that did not return to the checks, and their return addresses.
        var stuck: [(thread: UInt64, addresses: [UInt64])] = []
        var seconds: Double
    }

    /// Runs the program in a folder to its end, or to its limits, with the recorder preloaded.
    /// - Parameters:
    ///   - parts: parts of the checks that are left out, because the attempt crashes there.
    ///   - tell: called a few times a second.
    static func run(
        in folder: borrowing RunFolder, recorder: String, limits: Limits, without parts: [String] = [], tell: () -> Void = {}
    ) throws -> Outcome {
        var environment = environment(folder, recorder: recorder)
        if !parts.isEmpty { environment[AttemptRun.leftOut] = parts.joined(separator: ",") }
        // (What an earlier run of the attempt has left.)
        try? FileManager.default.removeItem(atPath: folder.files)
        try? FileManager.default.removeItem(atPath: folder.trace)
        let secret = (0..<4).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined()
        guard FileManager.default.createFile(atPath: folder.report, contents: nil), mkdir(folder.files, 0o700) == 0 else {
            throw ExplainedError(.noRoom, "\(folder.report) cannot be written.", cure: "Free some space on that disk.")
        }
        let handover = try Pipe(), printed = try Pipe()
        handover.write("\(secret)\n\(folder.report)\n")
        printed.makeReadingNonblocking()

        var options = ChildProcess.Options()
        options.ownGroup = true
        options.hasOnlyStandardStreams = true
        options.environment = environment
        options.standardInput = .descriptor(handover.readEnd)
        options.standardOutput = .descriptor(printed.writeEnd)
        options.standardError = .descriptor(printed.writeEnd)
        let start = ContinuousClock.now
        var child = try ChildProcess.spawn(folder.program, options: options)
        handover.close()
        printed.closeWriting()
        var text: [UInt8] = []
        let excess = watch(&child, printed, &text, limits, WrittenFiles(in: folder.files), tell: tell)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let ending = child.ending ?? .unknown
        _ = try? TraceFinisher.finish(path: folder.trace, ending: ending, processID: child.processID)
        var outcome = Outcome(
            ending: ending, excess: excess, printed: String(decoding: text.prefix(limits.output), as: UTF8.self), seconds: seconds)
        read(folder.report, secret, into: &outcome)
        return outcome
    }

    /// Supervises the process until it has ended: reads its output, and ends it if it uses too
    /// much.
    private static func watch(
        _ child: inout ChildProcess, _ printed: borrowing Pipe, _ text: inout [UInt8], _ limits: Limits, _ files: WrittenFiles,
        tell: () -> Void
    ) -> Excess? {
        var files = files
        var stillness = QuiescenceDetector(of: child.processID), clock = ProcessClock(of: child.processID)
        while true {
            printed.read(into: &text, limit: limits.output + 1)
            if child.wait(timeout: .milliseconds(5)) != nil {
                printed.read(into: &text, limit: limits.output + 1)
                return text.count > limits.output ? .output : files.exceed(limits) ? .disk : nil
            }
            tell()
            let excess: Excess? =
                if text.count > limits.output {
                    .output
                } else if ProcessFacts.memory(of: child.processID) > limits.memory {
                    .memory
                } else if ProcessFacts.threads(of: child.processID) > limits.threads {
                    .threads
                } else if files.exceedSometimes(limits) {
                    .disk
                } else if stillness.isComplete() {
                    .standstill
                } else {
                    clock.excess(of: limits)
                }
            if let excess {
                let isBusy = excess == .time || excess == .work
                if isBusy { BusiestThread.askWhereItIs(in: child.processID) }
                _ = child.wait(timeout: isBusy ? .seconds(1) : .zero)
                child.kill()
                child.wait()
                return excess
            }
        }
    }

    private static func environment(_ folder: borrowing RunFolder, recorder: String) -> [String: String] {
        var variables = AttemptEnvironment.variables
        variables["LD_PRELOAD"] = recorder
        variables["INTERLEAVE_TRACE"] = folder.trace
        variables["INTERLEAVE_BUFFER"] = String(64 << 20)
        variables["INTERLEAVE_CORES"] = String(cores)
        // The recorder confines the process before the attempt's first line: it can change files in
        // one folder, and write to the report.
        variables["TMPDIR"] = folder.files
        variables["INTERLEAVE_REPORT"] = folder.report
        // A crash report takes seconds, and a learner needs one line of it, which the checks
        // provide.
        variables["SWIFT_BACKTRACE"] = "enable=no"
        return variables
    }

    private static func read(_ path: String, _ secret: String, into outcome: inout Outcome) {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        for line in bytes.prefix(4 << 20).split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard words.count > 1 else { continue }
            let first = String(decoding: words[0], as: UTF8.self)
            if first == "end", words.count == 3, String(decoding: words[1], as: UTF8.self) == secret {
                outcome.observations = Array(words[2])
            } else if ["signal", "exit", "stuck"].contains(first) {
                let numbers = line.split(separator: UInt8(ascii: " ")).dropFirst().map {
                    UInt64(String(decoding: $0, as: UTF8.self), radix: 16) ?? 0
                }
                let words = (thread: numbers.first ?? 0, addresses: Array(numbers.dropFirst()))
                if first == "stuck" {
                    outcome.stuck.append(words)
                } else if outcome.lastWords == nil {
                    outcome.lastWords = (first, words.thread, words.addresses)
                }
            }
        }
    }
}
