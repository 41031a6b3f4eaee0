import Diagnosis
import Explorer

/// A pool with so few threads that Swift tasks which block their threads hang a program that does not fail otherwise.
///
/// Swift's pool has one thread for each processor core, and gets no more if tasks block them. So a program can be right on one machine
/// and hang on another one.
public struct SmallPool: Sendable {
    /// The largest number of threads with which it hangs.
    public var threads: Int
    /// The tasks that block their threads: "task 2 waits for a semaphore in `ready.wait()` (line 12)".
    var words: String
    /// The token of the shortest schedule that hangs.
    public var token: String

    fileprivate init?(threads: Int, _ result: ExplorationResult) {
        guard let finding = result.report.findings.first, finding.isOfBlockedTasks, let told = result.explanations.first else { return nil }
        self.threads = threads
        token = result.token(finding.path)
        words = told.locations.filter { $0.task.hasPrefix("task ") && !$0.what.hasPrefix("waits for the result") }.map { place in
            let what = place.what.hasSuffix(" for ever") ? String(place.what.dropLast(" for ever".count)) : place.what
            return "\(place.task) \(what) in \(place.source.isEmpty ? "" : "`\(place.source)` ")(line \(place.line))"
        }.joined(separator: ", and ")
        if words.isEmpty { return nil }
    }

    /// The page says this before the command that shows it.
    var warning: String {
        "With \(threads == 1 ? "1 thread" : "\(threads) threads") in the pool (`--pool \(threads)`) the program hangs: \(words), and blocks its thread until another task continues. But that task has no thread. (Swift's pool has as many threads as the machine has cores.) In a task, use `await` or an actor in place of a wait that blocks, and hold no lock or semaphore across `await`. Step by step:"
    }
}

extension ExploredBuild {
    /// Pools with more threads than this are not tried: a real one is as large as the machine.
    private static let mostThreads = 4

    /// Looks for the pool in which Swift tasks hang because some of them block their threads.
    ///
    /// - Parameter options: those with which no failure was found.
    /// - Returns: nil if there is no such pool among the small ones, or if the search for it would take too long.
    public func smallPool(_ entry: String, options: ExplorationOptions) -> SmallPool? {
        guard options.poolWidth == nil, options.strategy == .exhaustive, source.files.contains(where: { $0.text.contains("await ") }) else {
            return nil
        }
        var found: SmallPool?
        for threads in 1...Self.mostThreads {
            var options = options
            options.poolWidth = threads
            guard let result = try? explore(entry, budget: 2_000, patience: .seconds(1), options: options),
                let pool = SmallPool(threads: threads, result)
            else { break }
            found = pool
        }
        return found
    }
}

extension ExplorationReport.Finding {
    /// Whether Swift tasks block all threads of the pool, and other Swift tasks have no thread.
    fileprivate var isOfBlockedTasks: Bool {
        let names = TaskNames(log).all
        func isSwiftTask(_ waiting: ExplorationReport.Waiting) -> Bool {
            names.indices.contains(waiting.task) && names[waiting.task].hasPrefix("task ")
        }
        let awaiting: [Failure.Waiting.Cause] = [.task, .taskGroup, .continuation]
        let starving = waiting.filter { $0.cause == .worker },
            blocked = waiting.filter { $0.cause != .worker && !awaiting.contains($0.cause) }
        return verdict == .poolExhaustion && !starving.isEmpty && !blocked.isEmpty && (starving + blocked).allSatisfy(isSwiftTask)
    }
}
