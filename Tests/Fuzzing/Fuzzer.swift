import Foundation
import Synchronization

/// Makes programs in batches, and compares the outcomes of each.
final class Fuzzer: Sendable {
    private let options: Options
    /// Where everything temporary is, and where failing programs stay.
    let folder: String
    private let statistics = Mutex(Statistics())
    private let next: Mutex<Int>
    private let start = Date()

    init(_ options: Options) {
        self.options = options
        folder = options.folder
        next = Mutex(options.seed)
    }

    /// - Returns: whether there was no difference.
    func run() throws(Problem) -> Bool {
        let problems = Mutex<[Problem]>([])
        DispatchQueue.concurrentPerform(iterations: options.jobs) { job in
            while let seeds = nextSeeds(), problems.withLock({ $0.isEmpty }) {
                do throws(Problem) { try compare(seeds, in: "\(folder)/job\(job)") } catch { problems.withLock { $0.append(error) } }
            }
            try? FileManager.default.removeItem(atPath: "\(folder)/job\(job)")
        }
        if let problem = problems.withLock({ $0.first }) { throw problem }
        let seconds = Date().timeIntervalSince(start)
        return statistics.withLock { statistics in
            print(statistics.summary(seconds: seconds))
            if !statistics.failures.isEmpty { print("The programs are in \(folder).") }
            return statistics.failures.isEmpty
        }
    }

    /// The seeds of the next batch; nil when the time or the number of programs is over.
    private func nextSeeds() -> Range<Int>? {
        if let minutes = options.minutes, Date().timeIntervalSince(start) > minutes * 60 { return nil }
        return next.withLock { next in
            let end = min(next + 8, options.programs.map { options.seed + $0 } ?? Int.max)
            guard next < end else { return nil }
            defer { next = end }
            return next..<end
        }
    }

    private func compare(_ seeds: Range<Int>, in folder: String) throws(Problem) {
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var programs: [(program: Program, outcomes: Set<String>, executions: Int, races: Bool)] = []
        for seed in seeds {
            let program = Generator.program(seed: seed, family: options.family), file = "\(folder)/Program\(seed).swift"
            try write(SwiftText.of(program), to: file)
            switch Exploration.of(file, with: options.interleave, in: folder) {
            case .complete(let outcomes, let executions, let races): programs.append((program, outcomes, executions, races))
            case .skipped(let reason):
                statistics.withLock { $0.skipped[reason, default: 0] += 1 }
                if options.isTalkative || !reason.hasPrefix("not complete") { print("Seed \(seed) (\(program.family)) skipped: \(reason)") }
            }
        }
        let native = try NativeRuns(programs.map(\.program), sources: options.sources, in: folder, isOptimized: seeds.lowerBound % 16 < 8)
        for (number, explored) in programs.enumerated() {
            // A program that can hang or crash gets a second chance to do something else.
            var result = native.run(number, seconds: options.seconds)
            if result.runs == 0 {
                let second = native.run(number, seconds: options.seconds)
                result.outcomes.formUnion(second.outcomes)
                result.runs += second.runs
            }
            let machine = Machine(explored.program)?.outcomes(limit: 150_000)
            let comparison = Comparison(
                explored: explored.outcomes, native: result.outcomes, machine: machine, races: explored.races,
                allowsNativeHang: explored.program.hasDependencies)
            if result.isTimedOut { statistics.withLock { $0.slow += 1 } }
            try report(explored.program, comparison, executions: explored.executions, runs: result.runs, from: folder)
        }
        for seed in seeds { try? FileManager.default.removeItem(atPath: "\(folder)/Program\(seed).swift") }
        let (count, failures) = statistics.withLock { ($0.compared, $0.failures.count) }
        print("\(Int(Date().timeIntervalSince(start))) s: \(count) programs compared, \(failures) differ.")
    }

    private func report(_ program: Program, _ comparison: Comparison, executions: Int, runs: Int, from folder: String) throws(Problem) {
        statistics.withLock { $0.add(program, comparison, executions: executions, runs: runs) }
        if options.isTalkative {
            print("Seed \(program.seed) (\(program.family)): \(executions) executions, \(runs) native runs.")
            for (name, outcomes) in [
                ("explore", comparison.explored), ("native", comparison.native), ("machine", comparison.machine ?? []),
            ] {
                print("  \(name): \(outcomes.sorted().joined(separator: ", "))")
            }
        }
        guard !comparison.differences.isEmpty else { return }
        let text = "Seed \(program.seed) (\(program.family)):\n" + comparison.differences.map { "  \($0)\n" }.joined()
        print(text, terminator: "")
        let name = "\(self.folder)/Program\(program.seed)"
        try? FileManager.default.copyItem(atPath: "\(folder)/Program\(program.seed).swift", toPath: "\(name).swift")
        try write(text, to: "\(name).txt")
        if options.reduces {
            let smaller = try Reducer(interleave: options.interleave, folder: folder).reduce(program)
            try write(SwiftText.of(smaller), to: "\(name)-reduced.swift")
            print("  Reduced: \(name)-reduced.swift")
        }
    }
}
