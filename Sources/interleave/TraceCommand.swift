import ArgumentParser
import Glibc
import Recorder
import Trace

/// `interleave trace`: runs a program with the recorder preloaded. Its input, output, exit code and signals are its own.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace",
        abstract: "Run a program and record what its queues, threads and tasks do.",
        discussion: """
            The program is not changed and need not be rebuilt; it has to be linked dynamically, as Swift programs on Linux are. Programs that \
            it starts are not recorded. The exit code is the program's own (128 + the signal's number when it was killed).
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

        var options = ChildProcess.Options()
        options.keepsSignals = true
        options.name = words[0]
        options.environment = Self.environment(trace: file.path, buffer: size, library: library.path)
        PassedSignals.take()
        var child: ChildProcess
        do {
            child = try ChildProcess.spawn(program.path, arguments: Array(words.dropFirst()), options: options)
        } catch {
            file.remove()
            throw error
        }
        PassedSignals.pass(to: child.processID)
        let ending = child.wait() ?? .unknown
        PassedSignals.stop()
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
                .usage, "There is no program to run.", cure: "Name one: interleave trace -o run.trace -- ./program its arguments")
        }
        if program.first != "--", name == "--help" || name == "-h" { throw CleanExit.helpRequest(self) }
        if program.first != "--", name.hasPrefix("-") {
            throw CommandFailure(
                .usage, "trace has no option \(name).",
                cure: "Its options: -o FILE, --buffer SIZE. The program stands behind them: interleave trace -o run.trace -- ./program")
        }
        return words
    }

    /// Completes the file, which the program may not have got to do; says where it is where somebody looks.
    private func finish(_ file: TraceFile, _ ending: Trace.Ending, of process: Int32, _ name: String) {
        guard !file.isReplaced else {
            printError("interleave: \(output) is another file now: something replaced or removed it while \(name) ran, and the trace with it.")
            return
        }
        guard file.size > 0 else {
            file.remove()
            printError(
                """
                interleave: nothing was recorded: \(name) ended without having loaded libdispatch, Foundation or Swift's concurrency, or the disk was full.
                Of a script or a launcher the first such program that it starts is recorded; there was none.
                """)
            return
        }
        do {
            if let other = try TraceFinisher.finish(path: file.path, ending: ending, processID: process) {
                printError(
                    "interleave: \(name) has ended; process \(other), which it started and which is recorded, still runs. \(output) grows until it ends.")
                return
            }
            try Symbolicator.annotate(path: file.path)
        } catch {
            printError("interleave: the trace \(output) could not be finished: \(error)")
        }
        // The program's own output stays as it is; words of ours are for people only.
        if isatty(STDERR_FILENO) == 1 { printError("interleave: recorded in \(output). Look at it: swift run interleave view \(output)") }
    }

    /// Our environment, with what the recorder inside the program looks for.
    static func environment(trace: String, buffer: Int, library: String) -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        let others = variables["LD_PRELOAD"].flatMap { $0.isEmpty ? nil : $0 }
        variables["LD_PRELOAD"] = others.map { "\(library):\($0)" } ?? library
        variables["INTERLEAVE_TRACE"] = trace
        variables["INTERLEAVE_BUFFER"] = String(buffer)
        return variables
    }
}
