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

    var options: ExplorationOptions {
        var options = ExplorationOptions()
        set(&options)
        return options
    }

    /// As they are given, with a space before.
    var words: String { (pool.map { " --pool \($0)" } ?? "") + (wakesSpuriously ? " --spurious-wakeups" : "") }
}
