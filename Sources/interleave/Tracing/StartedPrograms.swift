import Glibc
import System

/// The recorder's notes about the programs that a traced process became or started.
///
/// Each process writes its lines to a file beside the trace: what happened, its number, and the program's path, with tabs between them.
struct StartedPrograms {
    /// The programs that the recorded process became, in order.
    private(set) var became: [String] = []
    /// The programs that were started and are not recorded, with how often.
    private(set) var started: [String: Int] = [:]
    /// Programs with ThreadSanitizer's runtime.
    private(set) var withSanitizer: Set<String> = []
    /// Commands that were given to a shell.
    private(set) var shellCommands = 0

    /// Reads the file and removes it. An empty value if there is none.
    init(notes path: String) {
        defer { unlink(path) }
        for line in LinesOfFile.read(path) {
            let fields = line.split(separator: "\t", maxSplits: 2)
            if fields.count == 3 { add(String(fields[0]), String(fields[2])) }
        }
    }

    init(_ lines: [(what: String, program: String)] = []) {
        for line in lines { add(line.what, line.program) }
    }

    private mutating func add(_ what: String, _ program: String) {
        switch what {
        case "became": became.append(program)
        case "started": started[program, default: 0] += 1
        case "sanitizer": withSanitizer.insert(program)
        case "shell": shellCommands += 1
        // It was not there, or it could not be run.
        case "failed":
            if became.last == program { became.removeLast() }
            if let count = started[program] { started[program] = count > 1 ? count - 1 : nil }
            withSanitizer.remove(program)
        default: break
        }
    }

    /// The programs that were started, are not recorded, and could have been: the names, with how often, the most frequent ones first.
    private var missed: [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for (program, count) in started where ExecutableImage.canBeRecorded(program) { counts[Self.name(program), default: 0] += count }
        return counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }

    static func name(_ program: String) -> String { program.split(separator: "/").last.map(String.init) ?? program }

    /// What is not in the trace, in sentences.
    /// - Parameter tracer: the traced program as it was named.
    func warnings(about tracer: String) -> [String] {
        var lines = withSanitizer.sorted().map {
            "\(Self.name($0)) was built with ThreadSanitizer, which does not work together with the recorder. So it ran, but it is not recorded."
        }
        let missed = missed
        if !missed.isEmpty || shellCommands > 0 {
            var parts = missed.prefix(5).map { $0.count > 1 ? "\($0.name) (\($0.count) times)" : $0.name }
            if missed.count > 5 { parts.append("\(missed.count - 5) more") }
            if shellCommands > 0 { parts.append(shellCommands == 1 ? "a shell command" : "\(shellCommands) shell commands") }
            lines.append(
                "Not recorded: what \(tracer) started (\(parts.joined(separator: ", "))). To record each process in a file of its own: trace --children"
            )
        }
        return lines
    }
}
