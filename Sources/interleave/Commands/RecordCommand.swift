import Words
import ArgumentParser
import ExplorationRunner
import Glibc
import Recorder
import Symbols
import System

/// `interleave record`: copies or controls the recording of a program that runs.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Copy, stop or start the recording of a program that `trace` has started and that is still running.",
        discussion: """
            snapshot writes the trace as it is at this moment to a file. The program is not stopped, and the recording goes on. \
            stop and start need a program that was started with `trace --control` or `trace --paused`. \
            Give the number of the program's process, or that of `interleave trace`, which has started it.
            """)

    @Option(help: ArgumentHelp("The number of the process.", valueName: "pid"))
    var pid: Int32

    @Argument(help: ArgumentHelp("One of: snapshot, stop, start.", valueName: "action"))
    var action: RecordAction

    @Option(name: .shortAndLong, help: ArgumentHelp("The trace file to write.", valueName: "file"))
    var output = "snapshot.trace"

    @Option(
        help: ArgumentHelp("Keep only the last part: 30s, 500ms.", valueName: "time"), transform: TimeOption.read)
    var last: TimeOption?

    @Flag(help: "Replace the file of -o even if it is not a trace.")
    var force = false

    func run() throws {
        let recorded = try RecordedProcess(pid)
        let source = recorded.file
        guard action == .snapshot else {
            try Recorder.order(action == .start, file: source, process: recorded.process)
            return
        }
        let file = try TraceFile(output, unlessItIs: source, "the trace of the running program", force: force)
        do {
            try Self.snapshot(of: source, into: file.path, last: last)
            try file.keep()
        } catch {
            file.remove()
            throw error
        }
        if isatty(STDERR_FILENO) == 1 { printError("interleave: the trace up to now is in \(output)") }
    }

    /// Copies a trace that is being recorded, with the names of its functions.
    static func snapshot(of source: String, into path: String, last: TimeOption?) throws {
        try TraceSnapshot.take(of: source, into: path)
        if let last { try TraceFinisher.keep(last: last.value(inSteps: false), path: path) }
        try Symbolicator.annotate(path: path)
    }
}

enum RecordAction: String, ExpressibleByArgument, CaseIterable {
    case snapshot, stop, start
}

/// A process that is recorded, by its own number or by that of its tracer.
struct RecordedProcess {
    let process: Int32
    let file: String

    init(_ process: Int32) throws(ExplainedError) {
        guard process > 0, kill(process, 0) == 0 || errno == EPERM else {
            throw ExplainedError(.usage, "There is no process \(process).", cure: "`ps` lists the processes and their numbers.")
        }
        for candidate in [process] + ChildProcess.descendants(of: process) {
            guard let file = TraceSnapshot.file(ofProcess: candidate) else { continue }
            self.process = candidate
            self.file = file
            return
        }
        throw ExplainedError(
            .usage, "Process \(process) is not being recorded, or it belongs to another user.",
            cure: "Start the program with `\(Invocation.interleave) trace -- PROGRAM`, and give its number or that of interleave.")
    }
}
