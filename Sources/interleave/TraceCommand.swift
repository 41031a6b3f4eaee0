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
            The program is not changed and need not be rebuilt; it has to be linked dynamically, as Swift programs on Linux are.
            The exit code is the program's own (128 + the signal's number when it was killed).
            """)

    @Option(name: .shortAndLong, help: "The trace file to write.")
    var output = "interleave.trace"

    @Option(help: "Most memory and disk for records, as 64M or 1G; when it is full the oldest records give way.")
    var buffer = MemorySize(bytes: 64 << 20)

    @Argument(parsing: .captureForPassthrough, help: "The program and its arguments, after --.")
    var program: [String] = []

    func run() throws {
        var words = program[...]
        if words.first == "--" { words.removeFirst() }
        guard let name = words.first else {
            throw CommandFailure(
                .usage, "There is no program to run.", cure: "Name one: interleave trace -o run.trace -- ./program its arguments")
        }
        let executable = try TracedProgram(named: name)
        try executable.check()
        let library = try PreloadLibrary.locate()
        let file = try Self.prepare(output)

        var options = ChildProcess.Options()
        options.keepsSignals = true
        options.name = name
        options.environment = Self.environment(file: file, buffer: buffer.bytes, library: library)
        var child: ChildProcess
        do {
            child = try ChildProcess.spawn(executable.path, arguments: Array(words.dropFirst()), options: options)
        } catch {
            unlink(file)
            throw CommandFailure(.usage, error.message, cure: error.cure)
        }
        Self.passSignals(to: child.processID)
        let ending = child.wait() ?? .unknown
        finish(file, ending, name)
        switch ending {
        case .exited(let code): throw ExitCode(code)
        case .killed(let signal): throw ExitCode(128 + signal)
        case .unknown, .stopped: throw CommandFailure(.ours, "How \(name) ended could not be learnt.")
        }
    }

    private func finish(_ file: String, _ ending: Trace.Ending, _ name: String) {
        do {
            var size = stat()
            guard stat(file, &size) == 0, size.st_size > 0 else {
                unlink(file)
                printError(
                    """
                    interleave: nothing was recorded: \(name) did not get as far as using libdispatch, or could not write \(file).
                    A program that only starts another one is recorded by naming the other one.
                    """)
                return
            }
            try TraceFinisher.finish(path: file, ending: ending)
            try Symbolicator.annotate(path: file)
        } catch {
            printError("interleave: the trace \(file) could not be finished: \(error)")
        }
        if isatty(STDERR_FILENO) == 1 { printError("interleave: recorded in \(output); look at it with: interleave view \(output)") }
    }

    /// An empty file that only waits for the program; its absolute path, because the program may change its folder.
    private static func prepare(_ path: String) throws -> String {
        let file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else {
            throw CommandFailure(
                .usage, "The trace \(path) cannot be written: \(String(cString: strerror(errno))).",
                cure: "Name a file in a folder that you may write to, with -o FILE.")
        }
        close(file)
        guard let resolved = realpath(path, nil) else {
            throw CommandFailure(.usage, "The trace \(path) cannot be found again: \(String(cString: strerror(errno))).")
        }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func environment(file: String, buffer: Int, library: String) -> [String: String] {
        var variables: [String: String] = [:]
        var entry = environ
        while let text = entry.pointee {
            let pair = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            entry += 1
        }
        let others = variables["LD_PRELOAD"].flatMap { $0.isEmpty ? nil : $0 }
        variables["LD_PRELOAD"] = others.map { "\(library):\($0)" } ?? library
        variables["INTERLEAVE_TRACE"] = file
        variables["INTERLEAVE_BUFFER"] = String(buffer)
        return variables
    }

    /// Ctrl-C reaches the program by itself, as it does us; a request to end is passed on. Either way the tracer stays to finish the file.
    private static func passSignals(to process: pid_t) {
        tracedProcess = process
        for number in [SIGINT, SIGQUIT] { signal(number) { _ in } }
        for number in [SIGTERM, SIGHUP] { signal(number) { kill(tracedProcess, $0) } }
    }
}

/// Read by signal handlers, which can capture nothing; written once, before they are installed.
nonisolated(unsafe) private var tracedProcess: pid_t = 0

/// A number of bytes as people write it: 64M, 1G, 1048576.
struct MemorySize: ExpressibleByArgument, CustomStringConvertible {
    var bytes: Int

    init(bytes: Int) { self.bytes = bytes }

    /// From 1 MiB to 64 GiB.
    init?(argument: String) {
        let scales: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        var digits = Substring(argument.uppercased())
        if digits.hasSuffix("B") { digits.removeLast() }
        let scale = digits.last.flatMap { scales[$0] }
        if scale != nil { digits.removeLast() }
        guard let count = Int(digits), count > 0 else { return nil }
        let (bytes, overflow) = count.multipliedReportingOverflow(by: scale ?? 1)
        guard !overflow, (1 << 20)...(64 << 30) ~= bytes else { return nil }
        self.bytes = bytes
    }

    var description: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : String(bytes) }
    var defaultValueDescription: String { description }
}
