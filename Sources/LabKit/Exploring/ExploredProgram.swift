import FoundationEssentials
import Glibc
import Recorder
import Trace

/// Explores functions, each in a process of its own: whatever they do there, this one lives to tell.
public struct ExploredProgram: ~Copyable {
    let source: ExploredSource
    private let folder: String
    private let library: String
    /// What the program printed while the latest token was replayed.
    public private(set) var output = ""

    /// Compiles the source.
    public init(_ source: ExploredSource, swiftVersion: Int = 5) throws {
        let folder = try Self.makeFolder()
        do {
            library = try source.compile(into: folder, cache: Self.moduleCache, swiftVersion: swiftVersion)
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
        self.folder = folder
        self.source = source
    }

    private static func makeFolder() throws(ExplorationError) -> String {
        var template = Array("/tmp/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw ExplorationError("No folder can be made in /tmp: \(String(cString: strerror(errno))).", cure: "Make room there.")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Beside the program that explores.
    private static var moduleCache: String {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/tmp/interleave"
        return "\(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])/explored-modules"
    }

    /// Explores one of the source's functions, or repeats one schedule of it.
    /// - Parameters:
    ///   - token: the schedule to repeat; nil: all are gone through.
    ///   - trace: where the trace of the failing execution, or of the token's, is to be written.
    public mutating func run(_ entry: String, budget: Int = 1_000_000, token: String? = nil, trace: String? = nil) throws
        -> ExplorationReport
    {
        let result = "\(folder)/result", words = "\(folder)/words", printed = "\(folder)/output"
        for file in [result, words, printed] { unlink(file) }
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = token == nil ? .nothing : .file(printed)
        options.standardError = .file(words)
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        options.environment = environment
        let order = ExplorationHost.Order(
            library: library, entry: entry, result: result, fingerprint: source.fingerprint, budget: budget, token: token, trace: trace)
        var child = try ChildProcess.spawn("/proc/self/exe", arguments: order.arguments, options: options)
        let ending = child.wait() ?? .unknown
        output = Self.text(of: printed)
        guard let data = FileManager.default.contents(atPath: result) else { throw failure(ending, of: entry, said: Self.text(of: words)) }
        if let trace, FileManager.default.fileExists(atPath: trace) { try Symbolicator.annotate(path: trace) }
        return try JSONDecoder().decode(ExplorationReport.self, from: data)
    }

    private func failure(_ ending: Trace.Ending, of entry: String, said words: String) -> ExplorationError {
        let last = words.split(separator: "\n").last.map(String.init) ?? ""
        switch ending {
        case .exited(ExplorationHost.stuck):
            return ExplorationError(
                "Nothing went on for ten seconds: a loop that touches nothing shared, or a wait for something outside the program.",
                cure: "Let loops end, and leave reading and networking out of what is explored.")
        case .exited(ExplorationHost.refused):
            return ExplorationError(words.split(separator: "\n").joined(separator: "\n"))
        case .exited(let code) where code != ExplorationHost.failed:
            return ExplorationError(
                "\(entry)() ended the whole process (exit code \(code)) in one of its executions.",
                cure: "Return from it, or throw an error, in place of calling exit.")
        default:
            return ExplorationError(
                "The process that explored \(entry)() died\(last.isEmpty ? "." : ": \(last)")", cure: "Please report it with the file.",
                isOurs: true)
        }
    }

    private static func text(of path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
    }
}
