import ArgumentParser
import ExplorationRunner
import Glibc
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
            script or a launcher, the first started program that uses queues is recorded. Programs that the recorded program starts are not recorded. The exit code is the program's own (128 + the signal's number if it was killed).
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("The trace file to write.", valueName: "file"))
    var output = "interleave.trace"

    @Option(
        help: ArgumentHelp(
            "The most memory and disk space for records, 1M to 64G. If the space is full, new records replace the oldest ones. The replaced records are counted.",
            valueName: "size"),
        transform: MemorySize.read)
    var buffer = MemorySize(bytes: 64 << 20)

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments, after --.")
    var program: [String] = []

    func run() throws {
        let words = try programWords()
        let program = try TracedProgram(named: words[0])
        try program.check()
        let library = try PreloadLibrary()
        let file = try TraceFile(output, unlessItIs: program.path, force: force)
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
        RecordedFiles(file: file, output: output, name: words[0], process: child.processID, isForAll: children, last: last).finish(ending)
        switch ending {
        case .exited(let code): throw ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal)
        case .unknown, .stopped:
            throw CommandFailure(
                .ours, "The end of \(words[0]) could not be observed.", cure: "SIGCHLD must not be ignored: start interleave from a shell.")
        }
    }

    private func programWords() throws -> [String] {
        let words = program.first == "--" ? Array(program.dropFirst()) : program
        guard let name = words.first, !name.isEmpty else {
            throw CommandFailure(
                .usage, "No program was given.",
                cure: "Give one: \(Invocation.interleave) trace -o run.trace -- ./program its arguments")
        }
        if program.first != "--", name == "--help" || name == "-h" { throw CleanExit.helpRequest(self) }
        if program.first != "--", name.hasPrefix("-") {
            throw CommandFailure(
                .usage, "trace has no option \(name).",
                cure:
                    "Its options are -o FILE, --buffer SIZE, --last TIME, --children, --threads, --control, --paused and --force. The program comes after them: \(Invocation.interleave) trace -o run.trace -- ./program"
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
