import ExplorationRunner
import Explorer
import FoundationEssentials
import System
import Trace
import Words

/// A fixed bug of a public package, reduced to a small program of our own.
///
/// Its folder in `Tests/RealBugs` has a scenario, and one function or two as they were before the fix and after it.
struct RealBug {
    /// The name of the folder.
    var folder: String
    var package: String
    /// The commit or the pull request that fixed it.
    var reference: String
    var title: String
    /// The verdict for it, or one of several: what is found first depends on the order of the search.
    var verdicts: Set<Verdict>

    static let all = [
        RealBug("AsyncChannel", "swift-async-algorithms", "047ab6a", "a channel remembers a receiver that was cancelled", .assertion),
        RealBug("UnbufferedShare", "swift-async-algorithms", "2de5003", "a shared sequence with the limit 0 delivers nothing", .leak),
        RealBug("FlatMapLatest", "swift-async-algorithms", "d387226", "a continuation is resumed twice", .assertion),
        RealBug("ResumeUnderLock", "swift-async-algorithms", "#303", "resumed under a lock that the cancellation needs", .deadlock),
        RealBug("ShareReplay", "RxSwift", "6e1ad1a8", "an observer is called under the lock", .deadlock),
        RealBug("SingleValue", "RxSwift", "#2641", "a value and the end resume one continuation", .race, .assertion),
        RealBug("TakeCount", "RxSwift", "89da8d41", "take(1) passes two values", .race, .assertion),
        RealBug("ConnectionDispose", "RxSwift", "89da8d41", "a subscription is ended under the lock", .deadlock),
        RealBug("RecursiveScheduler", "RxSwift", "581a7583", "an action was not added, and is removed", .assertion),
        RealBug("CurrentValue", "AsyncExtensions", "fc0dc63", "a new consumer misses a value", .assertion),
        RealBug("ServiceGroup", "swift-service-lifecycle", "5a35085", "a service is shut down too early", .assertion),
        RealBug("BackoffTimer", "async-http-client", "#419", "a timer fires during the shutdown", .assertion),
        RealBug("ClosedConnection", "async-http-client", "#546", "a request gets a closed connection", .assertion),
        RealBug("LateCancellation", "GRDB", "215128390", "a late cancellation interrupts another task", .assertion),
        RealBug("FutureAnd", "swift-nio", "#176", "two results, and neither sees the other", .race, .deadlock),
        RealBug("LoopDescription", "swift-nio", "#3360", "two locks in opposite orders", .deadlock),
    ]

    private init(_ folder: String, _ package: String, _ reference: String, _ title: String, _ verdicts: Verdict...) {
        self.folder = folder
        self.package = package
        self.reference = reference
        self.title = title
        self.verdicts = Set(verdicts)
    }

    /// The files of one version.
    private func files(isFixed: Bool) throws -> [String] {
        let root = BuildFolder.current.package.map { "\($0)/Tests/RealBugs" } ?? "Tests/RealBugs"
        let files = ["Scenario", isFixed ? "After" : "Before"].map { "\(root)/\(folder)/\($0).swift" }
        for path in files where !FileManager.default.isReadableFile(atPath: path) {
            throw ExplainedError(
                .usage, "\(path) cannot be read.", cure: "Run this benchmark in the package, with its folder Tests/RealBugs.")
        }
        return files
    }

    /// One version, compiled for the explorer.
    func build(isFixed: Bool) throws -> ExploredBuild {
        let files = try files(isFixed: isFixed)
        return try ExploredBuild.make(ExploredSource(files[0], with: Array(files.dropFirst())))
    }

    /// The result of plain runs.
    struct PlainRuns {
        var runs = 0
        var failed = 0
        var first: Int?
    }

    /// Runs the version with the bug as a plain program, again and again. Three hangs are enough.
    func runPlainly(_ runs: Int, _ folder: borrowing BenchFolder) throws -> PlainRuns {
        let files = try files(isFixed: false), text = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let effect = text.contains("func scenario() async") ? "async " : "", wait = effect.isEmpty ? "" : "await "
        let host = "import Glibc\n@main enum Run { static func main() \(effect){ exit(allowed(\(wait)scenario()) ? 0 : 1) } }\n"
        _ = FileManager.default.createFile(atPath: folder.source, contents: Data(host.utf8))
        let options = ["-swift-version", "5", "-parse-as-library", "-Onone", "-g", "-suppress-warnings"]
        let arguments = options + files + [folder.source, "-o", folder.program]
        guard try ComparedProgram.run("swiftc", arguments, patience: .seconds(120), folder).ending == .exited(code: 0) else {
            throw ExplainedError(.ours, "\(self.folder) does not compile.")
        }
        var result = PlainRuns(), hangs = 0
        let patience = Duration.seconds(2)
        while result.runs < runs, hangs < 3 {
            let start = ContinuousClock.now
            result.runs += 1
            if try ComparedProgram.run(folder.program, [], patience: patience, folder).ending == .exited(code: 0) { continue }
            if ContinuousClock.now - start >= patience { hangs += 1 }
            result.failed += 1
            result.first = result.first ?? result.runs
        }
        return result
    }
}
