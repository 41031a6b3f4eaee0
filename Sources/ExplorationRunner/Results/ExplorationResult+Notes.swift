import Diagnosis
import Explorer
import Words

/// Further facts for a reader of the outcomes.
extension ExplorationResult {
    /// A paragraph in each text.
    var notes: [String] {
        var notes: [String] = []
        if let modules = source.modules, !source.isTest || !modules.unseen.isEmpty { notes.append(Self.reach(of: modules)) }
        if let uncalled {
            notes.append(
                "\(uncalled)() was not called. The file has statements outside of all functions, so it is a script. The script is explored, and its output is its outcome. To explore the function, move these statements into it."
            )
        }
        if report.losesOutput {
            notes.append(
                "In some executions the program ended before everything was printed. A process ends when its main returns or calls exit(), even while other threads, blocks or tasks are running. To wait for them, use a group, a semaphore, join or await."
            )
        }
        if report.leavesMainQueue {
            notes.append(
                "Work on the main queue never ran: main returned without running that queue. End the program with dispatchMain(), or use another queue for that work."
            )
        }
        if report.isUnjudged {
            notes.append(
                "allowed(_:) is not used here: it does not take \(printsOutcome ? "the printed text, a String" : "the outcome's type")."
            )
        }
        if isUndecided { notes += [unjudged] + (Difference(report.compared, in: book).map { [$0.words] } ?? []) }
        return notes
    }

    /// The modules of a package that the explorer sees, and those that it does not see.
    private static func reach(of modules: LinkedModules) -> String {
        let one = modules.seen.count == 1
        var seen =
            modules.seen.isEmpty
            ? "No module of \(modules.origin) was compiled for the explorer."
            : "From \(modules.origin), the \(one ? "module" : "modules") \(Wording.list(modules.seen)) \(one ? "was" : "were") explored, too."
        if !modules.kept.isEmpty {
            seen +=
                " (\(Wording.list(modules.kept)) \(modules.kept.count == 1 ? "uses" : "use") atomic variables or a Mutex. Without them the order of other accesses is not known, so `--no-instrument` has no effect there.)"
        }
        if modules.unseen.isEmpty { return seen }
        let others = Wording.shortList(modules.unseen, limit: 6), isOne = modules.unseen.count == 1
        return
            "\(seen) Most accesses to memory in \(others) are not seen; \(isOne ? "its" : "their") locks, queues and tasks are. (To see them: `--instrument \(isOne ? modules.unseen[0] : "MODULE")`.)"
    }

    /// Whether there are several outcomes, and the program does not declare which of them is right.
    var isUndecided: Bool { report.verdict == .none && report.outcomes.count > 1 && !isJudged }

    private var unjudged: String {
        let whatWasRun = report.isComplete ? "No interleaving" : "No execution"
        let seen =
            "\(whatWasRun) crashes, gets stuck or has a data race. \(report.outcomes.count) different \(printsOutcome ? "outputs" : "outcomes") were seen."
        if report.isUnjudged { return seen }
        let judge =
            printsOutcome
            ? "`func allowed(_ text: String) -> Bool`, which takes the printed text without its last line break"
            : "`func allowed(_ outcome: T) -> Bool`, where `T` is the type of the outcome"
        return
            "\(seen) The program does not say which of them is right, so none of them counts as a bug. To let the explorer judge them, add \(judge). It then reports each outcome for which it returns false."
    }
}
