// Small versions of the variants, so that every interleaving can be run. Two numbers take the place of
// a thousand.

func start() -> String { startByHand(upTo: 2).text }
func queue() -> String { runOnQueue().text }
func counting() -> String { countTogether(upTo: 2).text }
func apart() -> String { collectFirst(upTo: 2).text }
func blocks() -> String { runSeveralBlocks().text }
func silentFinish() -> String { downloadSilently().text }
func announcedFinish() -> String { downloadAndAnnounce().text }
func finishedTwice() -> String { "the completion block ran \(finishTwice().completions) times" }

func addedTwice() -> String {
    addTwice()
    return "nothing happens"
}

func startedInQueue() -> String {
    startInQueue()
    return "the operation ran once, and the second start had no effect"
}

func tasks() async -> String { await countWithTasks(upTo: 2).text }

/// The numbers of an operation must not be interrupted by those of another one. A completion block
/// must run once.
func allowed(_ outcome: String) -> Bool {
    if outcome.hasPrefix("the completion block") { return outcome.hasSuffix("1 times") }
    let operations = outcome.split(separator: ", ").map { $0.split(separator: " ")[0] }
    let changes = zip(operations, operations.dropFirst()).count { $0 != $1 }
    return changes == Set(operations).count - 1
}
