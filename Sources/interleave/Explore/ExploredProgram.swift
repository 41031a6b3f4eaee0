import FoundationEssentials
import Glibc
import LabKit
import Recorder
import Trace

/// Explores a scenario in a process of its own: whatever it does there, this one lives to tell.
struct ExploredProgram {
    let file: ScenarioFile
    let swiftVersion: Int
    var budget = 1_000_000
    var token: String?
    /// Where the trace of the failing execution, or of the token's, is to be written.
    var trace: String?
    /// What the program printed while the token was replayed.
    private(set) var output = ""

    init(_ file: ScenarioFile, swiftVersion: Int) {
        self.file = file
        self.swiftVersion = swiftVersion
    }

    mutating func run() throws -> ExplorationReport {
        let folder = try makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try file.compile(into: folder, swiftVersion: swiftVersion)
        let result = "\(folder)/result", words = "\(folder)/words"
        var arguments = ["explore-host", library, result, "--fingerprint", "\(file.fingerprint)", "--budget", "\(budget)"]
        if let token { arguments += ["--token", token] }
        if let trace { arguments += ["--trace", trace] }
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = token == nil ? .nothing : .file("\(folder)/output")
        options.standardError = .file(words)
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        options.environment = environment
        var child = try ChildProcess.spawn("/proc/self/exe", arguments: arguments, options: options)
        let ending = child.wait() ?? .unknown
        output = Self.text(of: "\(folder)/output")
        if let data = FileManager.default.contents(atPath: result) {
            if let trace, FileManager.default.fileExists(atPath: trace) { try Symbolicator.annotate(path: trace) }
            return try JSONDecoder().decode(ExplorationReport.self, from: data)
        }
        throw failure(ending, said: Self.text(of: words))
    }

    private func failure(_ ending: Trace.Ending, said words: String) -> CommandFailure {
        let last = words.split(separator: "\n").last.map(String.init) ?? ""
        switch ending {
        case .exited(ExploreHostCommand.stuck):
            return CommandFailure(
                .usage, "Nothing went on for ten seconds: a loop that touches nothing shared, or a wait for something outside the program.",
                cure: "Let loops end, and leave reading and networking out of what is explored.")
        case .exited(code: CommandFailure.Code.usage.rawValue):
            return CommandFailure(.usage, words.replacing("interleave: ", with: "").trimmed)
        case .exited(let code) where code != CommandFailure.Code.ours.rawValue:
            return CommandFailure(
                .usage, "\(file.entry)() ended the whole process (exit code \(code)) in one of its executions.",
                cure: "Return from it, or throw an error, in place of calling exit.")
        default:
            return CommandFailure(
                .ours, "The process that explored \(file.path) died\(last.isEmpty ? "." : ": \(last)")",
                cure: "Please report it with the file.")
        }
    }

    private static func text(of path: String) -> String {
        FileManager.default.contents(atPath: path).map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
    }

    private func makeFolder() throws -> String {
        var template = Array("/tmp/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(.usage, "No folder can be made in /tmp: \(String(cString: strerror(errno))).", cure: "Make room there.")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = Substring(self)
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
