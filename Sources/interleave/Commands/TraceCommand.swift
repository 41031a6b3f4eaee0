import Words
import ArgumentParser
import ExplorationRunner
import Glibc
import Recorder
import Synchronization
import System
import Trace

/// `interleave trace`: runs a program with the recorder preloaded. The program keeps its input,
/// output, exit code and signals.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Run a program and record what its queues, threads and tasks do.",
        discussion: """
            The program is not changed or rebuilt. It must be linked dynamically, as Swift programs on Linux usually are. For a \
            script or a launcher, the first started program that uses queues is recorded. Programs that the recorded program starts are not recorded, unless --children is given. The exit code is the program's own (128 + the signal's number if it was killed).
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("The trace file to write.", valueName: "file"))
    var output = "interleave.trace"

    @Option(
        help: ArgumentHelp(
            "The most memory and disk space for records, 1M to 64G. If the space is full, new records replace the oldest ones. The replaced records are counted.",
            valueName: "size"),
        transform: MemorySize.read)
    var buffer = MemorySize(bytes: 64 << 20)

    @Flag(help: "Also record each program that the program starts, in a file of its own beside the trace: NAME-PROGRAM-PROCESS.")
    var children = false

    @Option(
        help: ArgumentHelp("Keep only the last part of the run: 30s, 500ms. (The buffer must have space for it.)", valueName: "time"),
        transform: TimeOption.read)
    var last: TimeOption?

    @Flag(help: "Also record a program that has only threads and locks, without libdispatch, Foundation or Swift's concurrency.")
    var threads = false

    @OptionGroup var chosen: ChoiceOptions

    @Flag(help: "Let `interleave record` stop and start the recording while the program runs.")
    var control = false

    @Flag(help: "The same, and record nothing until `interleave record` starts it.")
    var paused = false

    @Option(
        help: ArgumentHelp(
            "When this signal is sent to interleave, write the trace up to then to FILE-1, FILE-2, …. The program does not get it.",
            valueName: "signal"))
    var snapshotOn: SignalName?

    @Option(
        help: ArgumentHelp(
            "When this signal is sent to interleave, stop the recording, or start it again. (Implies --control.)", valueName: "signal"))
    var toggleOn: SignalName?

    @Flag(help: "Replace the file of -o even if it is not a trace.")
    var force = false

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments, after --.")
    var program: [String] = []

    func run() throws {
        let words = try programWords()
        if let snapshotOn, snapshotOn.number == toggleOn?.number {
            throw ExplainedError(
                .usage, "--snapshot-on and --toggle-on name the same signal.", cure: "Give them different ones: USR1 and USR2.")
        }
        let program = try TracedProgram(named: words[0])
        try program.check()
        let library = try PreloadLibrary()
        let file = try TraceFile(output, unlessItIs: program.path, force: force)
        let size = try file.fit(buffer)
        // Notes that an earlier run has left, which was killed before it could read them.
        unlink("\(file.path).starts")

        let environment = TracedEnvironment(
            trace: file.path, buffer: size, library: library.path, children: children, threads: threads, choice: chosen.choice,
            control: paused ? "stopped" : control || toggleOn != nil ? "recording" : nil)
        let signals = PassedSignals(handlers: handlers(file))
        var child: ChildProcess
        do {
            child = try ChildProcess.start(
                program.path, arguments: Self.arguments(words.count), environment: environment.entries, blocked: signals.blockedBefore)
        } catch {
            signals.stop()
            library.remove()
            file.remove()
            throw error
        }
        signals.pass(to: child.processID)
        let launched = LaunchedProcess(trace: file.path, launcher: child.processID)
        var ended: Trace.Ending?
        while ended == nil {
            ended = child.wait(timeout: launched.isNeeded ? .milliseconds(100) : nil)
            launched.look()
        }
        let ending = ended ?? .unknown
        signals.stop()
        library.remove()
        RecordedFiles(file: file, output: output, name: words[0], process: child.processID, isForAll: children, last: last).finish(ending)
        switch ending {
        case .exited(let code): throw ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal)
        case .unknown, .stopped:
            throw ExplainedError(
                .ours, "The end of \(words[0]) could not be observed.", cure: "SIGCHLD must not be ignored: start interleave from a shell.")
        }
    }

    /// The signals that are meant for the recording.
    private func handlers(_ file: TraceFile) -> [Int32: @Sendable (pid_t) -> Void] {
        let recording = RecordingSignals(file: file.path, target: file.finalPath, last: last)
        let state = Records(!paused)
        var handlers: [Int32: @Sendable (pid_t) -> Void] = [:]
        if let toggleOn { handlers[toggleOn.number] = { recording.toggle($0, state.isOn) } }
        if let snapshotOn { handlers[snapshotOn.number] = { _ in recording.snapshot() } }
        return handlers
    }

    /// Whether the program is recorded now.
    private final class Records: Sendable {
        let isOn: Atomic<Bool>
        init(_ isOn: Bool) { self.isOn = Atomic(isOn) }
    }

    private func programWords() throws -> [String] {
        let words = program.first == "--" ? Array(program.dropFirst()) : program
        guard let name = words.first, !name.isEmpty else {
            throw ExplainedError(
                .usage, "No program was given.",
                cure: "Give one: \(Invocation.interleave) trace -o run.trace -- ./program its arguments")
        }
        if program.first != "--", name == "--help" || name == "-h" { throw CleanExit.helpRequest(self) }
        if program.first != "--", name.hasPrefix("-") {
            throw ExplainedError(
                .usage, "trace has no option \(name).",
                cure:
                    "Its options are -o FILE, --buffer SIZE, --last TIME, --children, --threads, --only KINDS, --without KINDS, --queues NAMES, --control, --paused, --snapshot-on SIGNAL, --toggle-on SIGNAL and --force. The program comes after them: \(Invocation.interleave) trace -o run.trace -- ./program"
            )
        }
        return words
    }

    /// The last arguments of this process, byte for byte: the command line's parser converts them
    /// to text, but they need not be valid text.
    private static func arguments(_ count: Int) -> ChildProcess.CStrings {
        UnsafePointer(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count))
    }
}
