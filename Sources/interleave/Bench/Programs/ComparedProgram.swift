import Words
import ExplorationRunner
import Explorer
import FoundationEssentials
import System
import Trace

/// A small program in one file that is run natively, checked by other tools, and explored.
struct ComparedProgram {
    var file: String
    var title: String
    /// The bugs in it.
    var verdicts: Set<Verdict>

    /// Five programs with different bugs, and one correct program.
    static let all = [
        ComparedProgram(file: "LostUpdate", title: "lost update", verdicts: [.race, .assertion]),
        ComparedProgram(file: "LazySingleton", title: "racing lazy singleton", verdicts: [.race, .assertion]),
        ComparedProgram(file: "OppositeLocks", title: "two NSLocks in opposite orders", verdicts: [.deadlock]),
        ComparedProgram(file: "OppositeQueues", title: "queue.sync in opposite orders", verdicts: [.deadlock]),
        ComparedProgram(file: "CheckThenAct", title: "check, then act, a lock for each", verdicts: [.assertion]),
        ComparedProgram(file: "Control", title: "control: correct", verdicts: []),
    ]

    /// The path of the file with this name, in the package.
    static func path(_ file: String) throws -> String {
        let path = BuildFolder.current.package.map { "\($0)/Tests/ComparedPrograms/\(file).swift" } ?? "\(file).swift"
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw ExplainedError(
                .usage, "\(path) cannot be read.", cure: "Run this benchmark in the package, with its folder Tests/ComparedPrograms.")
        }
        return path
    }

    static func lines(_ file: String) throws -> Int {
        try String(contentsOfFile: path(file), encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).count - 1
    }

    func build() throws -> ExploredBuild { try ExploredBuild.make(ExploredSource(Self.path(file))) }

    // MARK: native runs

    /// Compiles it as a separate program, which exits with 0 if its result is allowed.
    func compile(_ options: [String] = [], _ folder: borrowing BenchFolder) throws -> Bool {
        let host = "import Glibc\n@main enum Run { static func main() { exit(allowed(scenario()) ? 0 : 1) } }\n"
        _ = FileManager.default.createFile(atPath: folder.source, contents: Data(host.utf8))
        let arguments =
            ["-swift-version", "5", "-parse-as-library", "-Onone", "-g", "-suppress-warnings"] + options + [
                try Self.path(file), folder.source, "-o", folder.program,
            ]
        return try Self.run("swiftc", arguments, patience: .seconds(120), folder).ending == .exited(code: 0)
    }

    /// How the compiled program ended, or the tool that watched it, and its standard error; killed
    /// by SIGKILL after its time limit.
    static func run(_ program: String, _ arguments: [String], patience: Duration, _ folder: borrowing BenchFolder) throws -> (
        ending: Trace.Ending, words: String
    ) {
        var options = ChildProcess.Options.tool(output: .nothing, errors: .file(folder.output))
        options.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let ending = child.wait(killingAfter: patience).ending
        let words = FileManager.default.contents(atPath: folder.output).map { String(decoding: $0.prefix(1 << 20), as: UTF8.self) } ?? ""
        return (ending, words)
    }
}
