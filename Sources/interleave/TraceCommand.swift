import ArgumentParser
import Exploring
import Glibc
import Recorder
import Trace

/// `interleave trace`: runs a program with the recorder preloaded. Its input, output, exit code and signals are its own.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Run a program and record what its queues, threads and tasks do.",
        discussion: """
            The program is not changed and need not be rebuilt; it has to be linked dynamically, as Swift programs on Linux are. Of a \
            script or a launcher the first program with queues that it starts is recorded; what the recorded program starts itself is not. The exit code is the program's own (128 + the signal's number when it was killed).
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("The trace file to write.", valueName: "file"))
    var output = "interleave.trace"

    @Option(
        help: ArgumentHelp(
            "Most memory and disk for records, 1M to 64G; when it is full the oldest records give way, and are counted.", valueName: "size"),
        transform: MemorySize.read)
    var buffer = MemorySize(bytes: 64 << 20)

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments, after --.")
    var program: [String] = []

    func run() throws {
        let words = try programWords()
        let program = try TracedProgram(named: words[0])
        try program.check()
        let library = try PreloadLibrary()
        let file = try TraceFile(output, unlessItIs: program.path)
        let size = try file.fit(buffer)

        let environment = TracedEnvironment(trace: file.path, buffer: size, library: library.path)
        let signals = PassedSignals()
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
        let ending = child.wait() ?? .unknown
        signals.stop()
        library.remove()
        finish(file, ending, of: child.processID, words[0])
        switch ending {
        case .exited(let code): throw ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal)
        case .unknown, .stopped:
            throw CommandFailure(
                .ours, "How \(words[0]) ended could not be learnt.", cure: "SIGCHLD must not be ignored: start interleave from a shell.")
        }
    }

    private func programWords() throws -> [String] {
        let words = program.first == "--" ? Array(program.dropFirst()) : program
        guard let name = words.first, !name.isEmpty else {
            throw CommandFailure(
                .usage, "There is no program to run.",
                cure: "Name one: \(Invocation.interleave) trace -o run.trace -- ./program its arguments")
        }
        if program.first != "--", name == "--help" || name == "-h" { throw CleanExit.helpRequest(self) }
        if program.first != "--", name.hasPrefix("-") {
            throw CommandFailure(
                .usage, "trace has no option \(name).",
                cure:
                    "Its options: -o FILE, --buffer SIZE. The program stands behind them: \(Invocation.interleave) trace -o run.trace -- ./program"
            )
        }
        return words
    }

    /// Completes the file, which the program may not have got to do; says where it is where somebody looks.
    private func finish(_ file: TraceFile, _ ending: Trace.Ending, of process: Int32, _ name: String) {
        guard !file.isReplaced else {
            printError(
                """
                interleave: \(output) is another file now: something replaced or removed it while \(name) ran, and the trace with it.
                """)
            return
        }
        guard file.size > 0 else {
            file.remove()
            printError("interleave: nothing was recorded: \(Self.reasonForNothing(ending, name))")
            return
        }
        // A file that may not grow any further is an error to tell, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
        do {
            if let other = try TraceFinisher.finish(path: file.path, ending: ending, processID: process) {
                printError(
                    """
                    interleave: \(name) has ended, but process \(other), which it started and which is recorded, still runs.
                    \(output) shows more of it when it has ended, too.
                    """)
                return
            }
            try Symbolicator.annotate(path: file.path)
        } catch {
            printError("interleave: the trace \(output) could not be finished: \(error)")
        }
        // The program's own output stays as it is; words of ours are for people only.
        if isatty(STDERR_FILENO) == 1 {
            printError("interleave: recorded in \(output). Look at it: \(Invocation.interleave) view \(ShellWords.quoted(output))")
        }
    }

    /// Why the recorder left nothing behind.
    private static func reasonForNothing(_ ending: Trace.Ending, _ name: String) -> String {
        if ending == .killed(signal: SIGXFSZ) {
            return """
                \(name) was killed because a file grew beyond the limit that was set meanwhile (ulimit -f), the trace itself perhaps.
                Set the limit higher, or outside of interleave, which then records into less.
                """
        }
        return """
            \(name) ended without having loaded libdispatch, Foundation or Swift's concurrency, or the disk was full.
            Of a script or a launcher the first such program that it starts is recorded; there was none.
            """
    }

    /// The last arguments of this process, byte for byte: what the command line's parser hands out has been made text, and they need be none.
    private static func arguments(_ count: Int) -> ChildProcess.CStrings {
        UnsafePointer(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count))
    }
}
