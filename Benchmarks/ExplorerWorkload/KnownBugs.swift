import ExploredPrograms
import Explorer

/// Measures how soon each known bug is found.
enum KnownBugs {
    /// One line for each bug: its name, its kind, executions and microseconds until the first of
    /// that kind, executions in all, whether every interleaving was run, and executions until the
    /// first by random priorities and by partial-order sampling; a dash if it was not found.
    static func find(limit: Int) {
        for bug in KnownBug.all {
            var options = ExplorationOptions()
            options.executionLimit = limit
            let report = explore(options) { () -> Int in
                bug.run(false); return 0
            }
            let found = report.findings.filter { kind($0.failure) == bug.verdict }.map(\.executions).min()
            var time = "-"
            if let found {
                // Once more, and only up to there.
                options.executionLimit = found
                let clock = ContinuousClock()
                let duration = clock.measure {
                    _ = explore(options) { () -> Int in
                        bug.run(false); return 0
                    }
                }
                time = "\(Int(duration / .microseconds(1)))"
            }
            print(
                bug.name, bug.verdict, found.map(String.init) ?? "-", time, report.executions + report.blocked,
                report.isComplete ? "all" : "some", byChance(bug, .pct, limit), byChance(bug, .random, limit),
                separator: "\t")
        }
    }

    /// Executions until the first: the median of several seeds.
    private static func byChance(_ bug: KnownBug, _ strategy: ExplorationOptions.Strategy, _ limit: Int) -> String {
        let seeds: ClosedRange<UInt64> = 1...5
        let found = seeds.map { seed in
            var options = ExplorationOptions()
            options.strategy = strategy
            options.seed = seed
            options.executionLimit = min(max(limit / 20, 100), 5_000)
            let report = explore(options) { () -> Int in
                bug.run(false); return 0
            }
            return report.findings.filter { kind($0.failure) == bug.verdict }.map(\.executions).min() ?? .max
        }
        let median = found.sorted()[seeds.count / 2]
        return median == .max ? "-" : "\(median)"
    }

    /// One line for each fixed twin: its name, executions, and whether all were made and nothing
    /// was found.
    static func pass(limit: Int) {
        for bug in KnownBug.all {
            var options = ExplorationOptions()
            options.executionLimit = limit
            let report = explore(options) { () -> Int in
                bug.run(true); return 0
            }
            print(
                bug.name, report.executions + report.blocked, report.isComplete ? "all" : "some",
                report.findings.isEmpty ? "nothing" : "\(report.verdict)", separator: "\t")
        }
    }

    private static func kind(_ failure: Failure) -> String {
        switch failure {
        case .race: "race"
        case .trap, .error: "assertion"
        case .deadlock: "deadlock"
        default: "other"
        }
    }
}
