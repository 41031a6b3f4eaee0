import Explorer

/// Why an exploration came to nothing, in words.
enum ExplorationFailure {
    static func report(of outcome: ExploringProcess.Outcome) throws(CommandFailure) -> ExplorationReport {
        switch outcome {
        case .report(let report): return report
        case .silent(let words, let cure): throw CommandFailure(.usage, words, cure: cure)
        case .interrupted: throw CommandFailure(.interrupted, "Interrupted before anything was known.")
        }
    }

    /// What stopped the exploration, unless it had found something before.
    static func refuse(_ result: ExplorationResult) throws(CommandFailure) {
        guard result.report.findings.isEmpty, let refusal = result.report.refusal else { return }
        let name = result.file.name
        switch refusal {
        case .notModelled(let call, let place):
            let line = result.source.place([place]).map { ":\($0.line)" } ?? ""
            throw CommandFailure(
                .usage, "\(name)\(line): \(call) cannot be explored: what it does is not known to the explorer.",
                cure: "Leave it out of the scenario, or do the same with threads, locks, queues, groups or semaphores.")
        case .noStep(let place):
            let line = result.source.place([place]).map { ":\($0.line)" } ?? ""
            throw CommandFailure(
                .notFinished, "\(name)\(line): a task has worked for 5 seconds without doing anything that another could notice. It may never end.",
                cure: "Look for a loop that never ends there; or let the scenario do less, so that it can be run thousands of times.")
        case .notRepeatable:
            throw CommandFailure(
                .usage, "\(name) goes another way when the same choices are made again.",
                cure: "It depends on something beside its schedule: the time, random numbers, addresses, a file, or memory that outlives an execution.")
        case .pathNotMet:
            throw CommandFailure(
                .usage, "The token's schedule does not fit \(name) as it was compiled here.",
                cure: "Another compiler or version may have made it: explore the file again for a new token.")
        }
    }
}
