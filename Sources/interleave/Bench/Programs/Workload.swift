import Words
import FoundationEssentials
import Glibc
import System

/// The program that the benchmarks time, in its own process: alone, or with the recorder preloaded.
struct Workload {
    private let program: String
    private let library: String

    init() throws {
        program = try BuildFolder.current.locate("RecorderWorkload", product: "RecorderWorkload", sources: ["Benchmarks/RecorderWorkload"])
        library = try BuildFolder.current.locate(
            PreloadLibrary.name, product: "InterleavePreload", sources: ["Sources/CInterposition", "Sources/CProcess"])
    }

    /// Runs it, and returns the number that it prints.
    /// - Parameter buffer: bytes to record into; nil: not recorded.
    func run(_ arguments: [String], recordingInto buffer: Int? = nil, _ folder: borrowing BenchFolder) throws -> Double {
        unlink(folder.trace)
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .file(folder.output)
        if let buffer {
            // The recorder expects an empty file, as the tracer creates it.
            close(creat(folder.trace, 0o600))
            let entries = TracedEnvironment.ownEntries(trace: folder.trace, buffer: buffer, library: library)
            options.environment = ProcessInfo.processInfo.environment.merging(entries.map { ($0.name, $0.value) }) { $1 }
        }
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        let (ending, _) = child.wait(killingAfter: .seconds(120))
        let text = try? String(contentsOfFile: folder.output, encoding: .utf8)
        guard ending == .exited(code: 0), let number = text.flatMap({ Double($0.filter { !$0.isWhitespace }) }) else {
            throw ExplainedError(.ours, "The workload \(arguments.joined(separator: " ")) did not end as expected: \(ending).")
        }
        if buffer != nil, !isRecorded(folder.trace) {
            throw ExplainedError(.ours, "The workload \(arguments.joined(separator: " ")) was not recorded.")
        }
        return number
    }

    private func isRecorded(_ file: String) -> Bool {
        var found = stat()
        return stat(file, &found) == 0 && found.st_size > 4096
    }
}
