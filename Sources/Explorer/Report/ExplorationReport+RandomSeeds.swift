/// Explorations of one program with several random seeds, reported as one.
extension ExplorationReport {
    /// The same report, with each outcome and finding marked with the seed.
    public func ofRandomSeed(_ seed: UInt64) -> ExplorationReport {
        var report = self
        for index in report.outcomes.indices { report.outcomes[index].randomSeeds = [seed] }
        for index in report.findings.indices { report.findings[index].randomSeeds = [seed] }
        return report
    }

    /// Adds the results for another seed. A schedule that is known already stays.
    public mutating func add(_ other: ExplorationReport) {
        executions += other.executions
        blocked += other.blocked
        coverage.add(other.coverage)
        for outcome in other.outcomes { add(outcome) }
        outcomes.sort { $0.executions > $1.executions }
        for finding in other.findings {
            if let known = findings.firstIndex(where: { $0.kind == finding.kind }) {
                findings[known].ends += finding.ends
                findings[known].randomSeeds += finding.randomSeeds
            } else {
                findings.append(finding)
            }
        }
        findings.sort { $0.verdict < $1.verdict }
        unrepeated += other.unrepeated
        refusal = refusal ?? other.refusal
        wasStopped = wasStopped || other.wasStopped
        wasTooLong = wasTooLong || other.wasTooLong
    }

    private mutating func add(_ outcome: Outcome) {
        guard let known = outcomes.firstIndex(where: { $0.text == outcome.text }) else { return outcomes.append(outcome) }
        outcomes[known].executions += outcome.executions
        outcomes[known].randomSeeds += outcome.randomSeeds
        if outcome.isTried && outcome.isReproducible && !(outcomes[known].isTried && outcomes[known].isReproducible) {
            outcomes[known].path = outcome.path
            outcomes[known].isTried = true
        }
        outcomes[known].isReproducible = outcomes[known].isReproducible && outcome.isReproducible
    }
}

extension Coverage {
    /// The coverage of both seeds together.
    fileprivate mutating func add(_ other: Coverage) {
        let isWithinBound = (isWhole || isBoundComplete) && (other.isWhole || other.isBoundComplete)
        isWhole = isWhole && other.isWhole
        isBoundComplete = isWithinBound && !isWhole
        hasCutLoops = hasCutLoops || other.hasCutLoops
        hasCutTicks = hasCutTicks || other.hasCutTicks
        hasCutDeferredIterations = hasCutDeferredIterations || other.hasCutDeferredIterations
        hasWeakOrders = hasWeakOrders || other.hasWeakOrders
        drawsRandomNumbers = drawsRandomNumbers || other.drawsRandomNumbers
        randomSeeds += other.randomSeeds
        if byPriorities.count < other.byPriorities.count {
            byPriorities += Array(repeating: 0, count: other.byPriorities.count - byPriorities.count)
        }
        for (depth, count) in other.byPriorities.enumerated() { byPriorities[depth] += count }
        bySampling += other.bySampling
        tasks = max(tasks, other.tasks)
        steps = max(steps, other.steps)
    }
}
