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
        if (pool == nil || pool == path.poolWidth) && (!wakesSpuriously || path.wakesSpuriously) { return }
        let made = (path.poolWidth.map { ["--pool \($0)"] } ?? []) + (path.wakesSpuriously ? ["--spurious-wakeups"] : [])
        throw CommandFailure(
            .usage, "The token was made \(made.isEmpty ? "without --pool and --spurious-wakeups" : "with \(made.joined(separator: " "))").",
            cure: "Leave both out: the token says for itself what it was made with.")
    }
}
