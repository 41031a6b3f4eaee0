import Explorer

/// What else somebody should know who reads the outcomes.
extension ExplorationResult {
    /// A paragraph in each text.
    var notes: [String] {
        var notes: [String] = []
        if report.losesOutput {
            notes.append(
                "In some executions the program ended before everything was printed. A process ends when its main returns or calls exit(), even while other threads, blocks or tasks are at work. To wait for them, use a group, a semaphore, join or await."
            )
        }
        if report.leavesMainQueue {
            notes.append(
                "Work on the main queue never ran: main returned without serving that queue. End the program with dispatchMain(), or do that work elsewhere."
            )
        }
        if report.isUnjudged {
            notes.append(
                "allowed(_:) judges nothing here: it does not take \(printsOutcome ? "the printed text, a String" : "the outcome's type")."
            )
        }
        return notes
    }
}
