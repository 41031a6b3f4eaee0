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
            if call.hasPrefix("more than") {
                throw CommandFailure(
                    .usage, "\(name)\(line): \(call) in one execution cannot be explored.",
                    cure: "Let the scenario do the same with two or three: what goes wrong with many goes wrong with few.")
            }
            throw CommandFailure(
                .usage, "\(name)\(line): \(call) cannot be explored: what it does is not known to the explorer.",
                cure: "Leave it out of the scenario, or do the same with threads, locks, queues, groups or semaphores.")
        case .noStep(let place):
            let line = result.source.place([place]).map { ":\($0.line)" } ?? ""
            throw CommandFailure(
                .notFinished,
                "\(name)\(line): a task has worked for 5 seconds without coming to a point at which another gets its turn. It may never end.",
                cure:
                    "Look for a loop that never ends, or that waits by looking at a variable again and again; or let the scenario do less.")
        case .notRepeatable:
            throw CommandFailure(
                .usage, "\(name) goes another way when the same choices are made again.",
                cure:
                    "It depends on something beside its schedule: the time, random numbers, addresses, a file, or memory that outlives an execution."
            )
        case .pathNotMet:
            throw CommandFailure(
                .usage, "The token's schedule does not fit \(name) as it was compiled here.",
                cure: "Another compiler or version may have made it: explore the file again for a new token.")
        }
    }
}
