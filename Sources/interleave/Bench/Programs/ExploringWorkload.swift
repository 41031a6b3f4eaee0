import Words
import FoundationEssentials
import System

/// The program that explores for the benchmarks, in its own process.
struct ExploringWorkload {
    private let program: String

    init() throws {
        program = try BuildFolder.current.locate(
            "ExplorerWorkload", product: "ExplorerWorkload",
            sources: [
                "Tests/ExploredPrograms", "Benchmarks/ExplorerWorkload", "Sources/Explorer", "Sources/CInterposition", "Sources/CProcess",
            ])
    }

    /// The output of a run, and its largest amount of memory, in bytes.
    struct Result {
        var lines: [[String]]
        var peakMemory: Int
    }

    func run(_ arguments: [String], patience: Duration = .seconds(120), _ folder: borrowing BenchFolder) throws -> Result {
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .file(folder.output)
        // A crash is a result; the runtime's description of it would take seconds.
        options.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let (ending, timedOut) = child.wait(killingAfter: patience)
        guard ending == .exited(code: 0), let text = try? String(contentsOfFile: folder.output, encoding: .utf8) else {
            throw ExplainedError(
                .ours,
                "ExplorerWorkload \(arguments.joined(separator: " ")) did not end as expected: \(timedOut ? "too late" : "\(ending)").")
        }
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        return Result(lines: lines, peakMemory: child.peakMemory ?? 0)
    }
}
