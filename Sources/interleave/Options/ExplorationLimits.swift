import Words
import ArgumentParser
import Explorer

/// The machine that the explored program sees; a schedule is valid for the machine on which it was
/// found.
struct ExplorationLimits: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Size of the thread pool. A small number reveals hangs caused by thread-pool exhaustion.",
            valueName: "threads"))
    var pool: Int?

    @Flag(
        name: .customLong("spurious-wakeups"),
        help: "Each thread can wake up once from a wait for a condition without a signal.")
    var wakesSpuriously = false

    @Flag(
        name: .customLong("every-suspension"),
        help: ArgumentHelp(
            "At each await, other tasks can run first. The language allows this, even if the compiler knows that the task stays on its actor."
        ))
    var suspendsAtEveryAwait = false

    func validate() throws {
        if let pool, pool < 1 { throw ValidationError("--pool must be at least 1.") }
    }

    func set(_ options: inout ExplorationOptions) {
        options.poolWidth = pool
        options.wakesSpuriously = wakesSpuriously
    }

    /// For a replay: checks the options against the token, which contains its own machine.
    /// - Throws: `ExplainedError` if the options ask for a different machine.
    func check(_ path: ExplorationReport.Path) throws {
        let isSame =
            (pool == nil || pool == path.poolWidth) && (!wakesSpuriously || path.wakesSpuriously)
            && (!suspendsAtEveryAwait || path.suspendsAtEveryAwait)
        if isSame { return }
        var made = path.poolWidth.map { ["--pool \($0)"] } ?? []
        if path.wakesSpuriously { made.append("--spurious-wakeups") }
        if path.suspendsAtEveryAwait { made.append("--every-suspension") }
        let words = made.isEmpty ? "without --pool, --spurious-wakeups and --every-suspension" : "with \(made.joined(separator: " "))"
        throw ExplainedError(
            .usage, "The token was made \(words).", cure: "Leave these options out: the token contains the options that it was made with.")
    }
}
