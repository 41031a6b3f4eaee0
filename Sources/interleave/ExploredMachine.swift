import ArgumentParser
import Explorer

/// What the explored program finds on the machine that it runs on; a schedule fits the machine on which it was found.
struct ExploredMachine: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "So many threads run what is handed to queues and Swift's tasks, and no more: what hangs where there are few shows.",
            valueName: "threads"))
    var pool: Int?

    @Flag(
        name: .customLong("spurious-wakeups"),
        help: "Each thread may once wake from waiting for a condition though nobody has signalled it.")
    var wakesSpuriously = false

    @Flag(
        name: .customLong("every-suspension"),
        help: ArgumentHelp(
            "Each await may let other tasks run first, as the language allows, even where the compiler knows that the task stays on its actor."
        ))
    var suspendsAtEveryAwait = false

    func validate() throws {
        if let pool, pool < 1 { throw ValidationError("--pool is at least 1.") }
    }

    func set(_ options: inout ExplorationOptions) {
        options.poolWidth = pool
        options.wakesSpuriously = wakesSpuriously
    }

    /// Where a token is replayed, that says for itself what machine it is for.
    /// - Throws: `CommandFailure` where something else is asked for.
    func check(_ path: ExplorationReport.Path) throws {
        let isSame =
            (pool == nil || pool == path.poolWidth) && (!wakesSpuriously || path.wakesSpuriously)
            && (!suspendsAtEveryAwait || path.suspendsAtEveryAwait)
        if isSame { return }
        var made = path.poolWidth.map { ["--pool \($0)"] } ?? []
        if path.wakesSpuriously { made.append("--spurious-wakeups") }
        if path.suspendsAtEveryAwait { made.append("--every-suspension") }
        let words = made.isEmpty ? "without --pool, --spurious-wakeups and --every-suspension" : "with \(made.joined(separator: " "))"
        throw CommandFailure(
            .usage, "The token was made \(words).", cure: "Leave these options out: the token contains the options that it was made with.")
    }
}
