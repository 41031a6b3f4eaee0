import Explorer
import Exploring
import FoundationEssentials
import Recorder
import Trace

/// A small program in a file of its own that is run for real, checked by other tools, and explored.
struct ComparedProgram {
    var file: String
    var title: String
    /// What there is to find in it.
    var verdicts: Set<Verdict>

    /// Five that are wrong, each in its way, and one that is right.
    static let all = [
        ComparedProgram(file: "LostUpdate", title: "lost update", verdicts: [.race, .assertion]),
        ComparedProgram(file: "LazySingleton", title: "racing lazy singleton", verdicts: [.race, .assertion]),
        ComparedProgram(file: "OppositeLocks", title: "two NSLocks in opposite orders", verdicts: [.deadlock]),
        ComparedProgram(file: "OppositeQueues", title: "queue.sync in opposite orders", verdicts: [.deadlock]),
        ComparedProgram(file: "CheckThenAct", title: "check, then act, a lock for each", verdicts: [.assertion]),
        ComparedProgram(file: "Control", title: "control: correct", verdicts: []),
    ]

    /// Where the file with this name lies, in the package.
    static func path(_ file: String) throws -> String {
        let path = BuildFolder.current.package.map { "\($0)/Tests/ComparedPrograms/\(file).swift" } ?? "\(file).swift"
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CommandFailure(
                .usage, "\(path) cannot be read.", cure: "Run this benchmark in the package, with its folder Tests/ComparedPrograms.")
        }
        return path
    }

    static func lines(_ file: String) throws -> Int {
        try String(contentsOfFile: path(file), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }

    func build() throws -> ExploredBuild { try ExploredBuild.make(ExploredSource(Self.path(file))) }

    // MARK: for real

    /// Compiles it as a program of its own, which ends with 0 when its result is allowed.
    func compile(_ options: [String] = [], _ folder: borrowing BenchFolder) throws -> Bool {
        let host = "import Glibc\n@main enum Run { static func main() { exit(allowed(scenario()) ? 0 : 1) } }\n"
        _ = FileManager.default.createFile(atPath: folder.source, contents: Data(host.utf8))
        let arguments =
            ["-swift-version", "5", "-parse-as-library", "-Onone", "-g", "-suppress-warnings"] + options + [
                try Self.path(file), folder.source, "-o", folder.program,
            ]
        return try Self.run("swiftc", arguments, patience: .seconds(120), folder).ending == .exited(code: 0)
    }

    /// How the compiled program ended, or one that watches it, and what it said on standard error; ended after its time as by SIGKILL.
    static func run(_ program: String, _ arguments: [String], patience: Duration, _ folder: borrowing BenchFolder) throws -> (
        ending: Trace.Ending, words: String
    ) {
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .nothing
        options.standardError = .file(folder.output)
        options.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let ending = child.wait(killingAfter: patience).ending
        let words = FileManager.default.contents(atPath: folder.output).map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
        return (ending, words)
    }
}
