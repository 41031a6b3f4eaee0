import Words
import FoundationEssentials
import System

/// A program that a benchmark runs in a process of its own: a lab, or a tool that it is compared with.
struct MeasuredProgram {
    private let path: String
    private let name: String

    /// The program of a lab ("lab-lines"). It is built first if necessary.
    init(lab product: String) throws {
        let folder = String(product.dropFirst("lab-".count)).capitalized
        path = try BuildFolder.current.locate(product, product: product, sources: ["Labs/\(folder)"])
        name = product
    }

    /// A tool of the system ("wc"); nil if it is not installed.
    init?(tool: String) {
        let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
        guard let path = folders.map({ "\($0)/\(tool)" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
            return nil
        }
        self.path = path
        name = tool
    }

    /// The output of a run, its time from start to end, and its largest amount of memory.
    struct Result {
        var output: String
        var seconds: Double
        var peakBytes: Int
    }

    func run(_ arguments: [String], patience: Duration = .seconds(300), _ folder: borrowing BenchFolder) throws -> Result {
        var options = ChildProcess.Options()
        options.standardInput = .nothing
        options.standardOutput = .file(folder.output)
        var peak = 0
        let time = try ContinuousClock().measure {
            var child = try ChildProcess.spawn(path, arguments: arguments, options: options)
            let (ending, timedOut) = child.wait(killingAfter: patience)
            guard ending == .exited(code: 0) else {
                let words = "\(name) \(arguments.joined(separator: " "))"
                throw ExplainedError(.ours, "\(words) did not end as expected: \(timedOut ? "too late" : "\(ending)").")
            }
            peak = child.peakMemory ?? 0
        }
        let output = (try? String(contentsOfFile: folder.output, encoding: .utf8)) ?? ""
        return Result(output: output, seconds: time / .seconds(1), peakBytes: peak)
    }
}
