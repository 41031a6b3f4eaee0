import Dispatch
import ExploredPrograms
import Explorer
import Glibc

/// What must hold, in more runs than a test takes. Each prints a line for each thing it looked at, whose last word is "holds", or what does not.
enum Truth {
    // MARK: the platform

    /// Runs every litmus program for real so many times, and explores it.
    static func litmus(runs: Int) {
        for litmus in Litmus.all {
            let report = explore { litmus.run() }
            let explored = Set(report.outcomes.keys)
            litmusDelay = delay
            var seen: Set<String> = []
            for _ in 0..<runs { seen.insert(litmus.run()) }
            litmusDelay = {}
            var words: [String] = []
            if !report.isComplete && !report.extent.hasCutTicks { words.append("not explored whole") }
            if !report.findings.isEmpty { words.append("the explorer finds \(report.verdict)") }
            if explored != litmus.possible { words.append("explored \(text(explored)), possible \(text(litmus.possible))") }
            if !seen.isSubset(of: explored) { words.append("seen for real, but not explored: \(text(seen.subtracting(explored)))") }
            tell(litmus.name, "\(litmus.possible.count)", "\(explored.count)", "\(seen.count)", words)
        }
    }

    private static func text(_ outcomes: Set<String>) -> String { outcomes.sorted().map { "‘\($0)’" }.joined(separator: ", ") }

    /// Stands about for up to 20 µs, or lets others go first: now one, now the other, by the clock.
    private static func delay() {
        let start = DispatchTime.now().uptimeNanoseconds
        var number = start &* 0x9E37_79B9_7F4A_7C15
        number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        number ^= number >> 27
        switch number % 4 {
        case 0: break
        case 1: sched_yield()
        default: while DispatchTime.now().uptimeNanoseconds < start + (number >> 8) % 20_000 {}
        }
    }

    // MARK: theory

    /// Programs whose number of interleavings is known.
    static func counts() {
        let factorial = [1, 1, 2, 6, 24, 120]
        for count in 1...5 { compare("\(count) writers of one variable", factorial[count]) { _ = writers(count) } }
        for count in 1...8 { compare("one writer and \(count) readers", 1 << count) { _ = oneWriter(readers: count) } }
        for count in 1...5 { compare("\(count) increments under a lock", factorial[count]) { _ = lockedIncrements(count) } }
        for count in [2, 10, 30] { compare("\(count) threads that share nothing", 1) { _ = disjoint(count) } }
        for count in [2, 5, 10, 12] { compare("lastzero(\(count))", (count + 3) << (count - 2)) { _ = lastZero(count) } }
    }

    private static func compare(_ name: String, _ expected: Int, _ program: @escaping () -> Void) {
        let report = explore { () -> Int in
            program(); return 0
        }
        let holds = report.executions == expected && report.isComplete
        tell(name, "\(expected)", "\(report.executions)", "\(report.blocked)", holds ? [] : ["\(report.executions) executions"])
    }

    // MARK: reduction

    /// Compares outcomes and verdicts with and without reduction, of so many random programs. Those in which nothing meets, or that have too many
    /// interleavings, are passed over.
    static func reduction(programs: Int, limit: Int) {
        var compared = 0, all = 0, reduced = 0, seed = 0
        while compared < programs {
            seed += 1
            let program = RandomProgram(seed: seed)
            var options = ExplorationOptions()
            options.executionLimit = limit
            let short = explore(options) { program.run() }
            if short.executions < 2 { continue }
            options.isBruteForce = true
            let long = explore(options) { program.run() }
            guard long.isComplete else { continue }
            compared += 1
            all += long.executions
            reduced += short.executions + short.blocked
            var words: [String] = []
            if !short.isComplete { words.append("not explored whole") }
            if Set(short.outcomes.keys) != Set(long.outcomes.keys) {
                words.append("outcomes \(short.outcomes.keys.sorted()), and \(long.outcomes.keys.sorted()) without reduction")
            }
            let kinds = (kinds(short), kinds(long))
            if kinds.0 != kinds.1 { words.append("finds \(kinds.0), and \(kinds.1) without reduction") }
            if !words.isEmpty {
                tell("program \(seed): \(program)", "\(long.executions)", "\(short.executions)", "\(short.blocked)", words)
            }
        }
        tell("\(compared) random programs, all executions together", "\(all)", "\(reduced)", "", [])
    }

    private static func kinds(_ report: Exploration<String>) -> [String] {
        Set(report.findings.map { finding in String("\(finding.failure)".prefix { $0.isLetter }) }).sorted()
    }

    private static func tell(_ name: String, _ first: String, _ second: String, _ third: String, _ words: [String]) {
        print(name, first, second, third, words.isEmpty ? "holds" : words.joined(separator: "; "), separator: "\t")
    }
}
