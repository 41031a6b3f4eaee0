import Dispatch
import ExploredPrograms
import Explorer
import Glibc

/// Checks in more runs than a test makes. Each prints a line for each program; its last word is
/// "holds", or it says what does not hold.
enum Truth {
    // MARK: the platform

    /// Runs every litmus program whose name contains these words this many times natively, and explores it; of these programs, one of
    /// several parts.
    static func litmus(runs: Int, named words: String = "", part: Int = 1, of parts: Int = 1) {
        let programs = Litmus.all.filter { words.isEmpty || $0.name.contains(words) }
        for (index, litmus) in programs.enumerated() where index % parts == part - 1 {
            let report = explore { litmus.run() }
            let explored = Set(report.outcomes.keys)
            litmusDelay = delay
            var seen: Set<String> = []
            if litmus.isSafeForReal { for _ in 0..<runs { seen.insert(unlessItHangs(litmus)) } }
            litmusDelay = {}
            var words: [String] = []
            if !report.isComplete && !report.coverage.hasCutTicks { words.append("not explored whole") }
            if !report.findings.isEmpty { words.append("the explorer finds \(report.verdict)") }
            if explored != litmus.possible { words.append("explored \(text(explored)), possible \(text(litmus.possible))") }
            if !seen.isSubset(of: explored) { words.append("seen natively, but not explored: \(text(seen.subtracting(explored)))") }
            tell(litmus.name, "\(litmus.possible.count)", "\(explored.count)", "\(seen.count)", words)
        }
    }

    /// Runs it natively. If that takes longer than a minute, the process ends and prints the
    /// program's name.
    private static func unlessItHangs(_ litmus: Litmus) -> String {
        signal(SIGALRM) { _ in
            if let message = Truth.message { _ = write(STDERR_FILENO, message, strlen(message)) }
            _exit(1)
        }
        free(message)
        message = strdup("A native run does not end: \(litmus.name)\n")
        alarm(60)
        defer { alarm(0) }
        return litmus.run()
    }

    /// The message about the present run, where a signal handler can read it.
    nonisolated(unsafe) private static var message: UnsafeMutablePointer<CChar>?

    private static func text(_ outcomes: Set<String>) -> String { outcomes.sorted().map { "‘\($0)’" }.joined(separator: ", ") }

    /// Spins for up to 20 µs, or yields: one or the other, by the clock.
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

    /// The subjects of random programs: memory and locks, or one kind of synchronization.
    static var subjects: [String] { ["memory"] + RandomMeeting.Subject.allCases.map(\.rawValue) }

    /// Compares outcomes and verdicts with and without reduction, for this many random programs.
    static func reduction(of subject: String, programs: Int, limit: Int, from first: Int) {
        guard let kind = RandomMeeting.Subject(rawValue: subject) else {
            return compare(programs, "random programs", limit, first) { seed, options in
                let program = RandomProgram(seed: seed)
                return (program.description, explore(options) { program.run() })
            }
        }
        compare(programs, "random programs of \(kind)", limit, first) { seed, options in
            let meeting = RandomMeeting(seed: seed, kind)
            return (meeting.description, explore(options, { meeting.start() }, outcome: { meeting.outcome }))
        }
    }

    /// Compares what reduction finds with all interleavings, one by one; for programs with too
    /// many, with random executions. Programs whose tasks never interact are left out.
    private static func compare(
        _ programs: Int, _ kind: String, _ limit: Int, _ first: Int, _ explored: (Int, ExplorationOptions) -> (String, Exploration<String>)
    ) {
        var compared = 0, whole = 0, all = 0, reduced = 0, blocked = 0, seed = first - 1
        while compared < programs {
            seed += 1
            var options = ExplorationOptions()
            options.executionLimit = limit
            let (program, short) = explored(seed, options)
            if short.executions < 2 || !short.isComplete { continue }
            options.isBruteForce = short.executions * 50 < limit
            if !options.isBruteForce { options.strategy = .random }
            var long = explored(seed, options).1
            if options.isBruteForce && !long.isComplete {
                options.isBruteForce = false
                options.strategy = .random
                long = explored(seed, options).1
            }
            compared += 1
            if options.isBruteForce { whole += 1 }
            all += long.executions
            reduced += short.executions
            blocked += short.blocked
            var words: [String] = []
            let outcomes = (Set(short.outcomes.keys), Set(long.outcomes.keys)), kinds = (kinds(short), kinds(long))
            if options.isBruteForce ? outcomes.0 != outcomes.1 : !outcomes.1.isSubset(of: outcomes.0) {
                words.append("misses \(outcomes.1.subtracting(outcomes.0).sorted())")
                if options.isBruteForce { words.append("should not have \(outcomes.0.subtracting(outcomes.1).sorted())") }
            }
            if options.isBruteForce ? kinds.0 != kinds.1 : !kinds.1.isSubset(of: kinds.0) {
                words.append("finds \(kinds.0.sorted()), and \(kinds.1.sorted()) without reduction")
            }
            if !words.isEmpty {
                tell("program \(seed): \(program)", "\(long.executions)", "\(short.executions)", "\(short.blocked)", words)
            }
        }
        tell("\(compared) \(kind), \(whole) of them whole, all executions together", "\(all)", "\(reduced)", "\(blocked)", [])
    }

    private static func kinds(_ report: Exploration<String>) -> Set<String> {
        Set(report.findings.map { finding in String("\(finding.failure)".prefix { $0.isLetter }) })
    }

    private static func tell(_ name: String, _ first: String, _ second: String, _ third: String, _ words: [String]) {
        print(name, first, second, third, words.isEmpty ? "holds" : words.joined(separator: "; "), separator: "\t")
    }
}
