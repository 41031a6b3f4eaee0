import Words
import FoundationEssentials
import System
import Trace

/// How fast programs are explored, compared with the same schedules on real threads; and how long a
/// user waits.
enum ExploreBench {
    static func measure(_ folder: borrowing BenchFolder) throws -> [Figure] {
        let workload = try ExploringWorkload()
        return [
            try rate("lost update by two blocks in a group", "lost-update", rounds: 200_000, atLeast: 150_000, workload, folder),
            // Each execution by partial-order sampling; for comparison the program alone, on its
            // two threads.
            try lostUpdate(
                "lost update, random schedules", "random", besides: "plain", "run plainly", target: .init(of: .value, atLeast: 300_000),
                workload, folder),
            // Memory accesses are not observed, so no data race is found: what remains is the
            // program's own work and its schedule.
            try lostUpdate(
                "the same, without memory accesses", "blind", besides: "random", "with data race detection", target: .init(of: .value),
                workload,
                folder),
            try rate("two tasks on two actors", "actors", rounds: 2_000, atLeast: 15_000, workload, folder),
            try exhaustion(workload, folder),
            try memory(workload, folder),
            try command(folder),
        ]
    }

    private static var slower: String { "switched between real threads" }

    /// The output of `ExplorerWorkload rate`.
    private struct Rate {
        var executions: Double
        var complete: Int
        var seconds: Double
        var peakMemory: Int

        init(
            _ program: String, rounds: Int, executions: Int = 1_000_000_000, how: String? = nil, _ workload: ExploringWorkload,
            _ folder: borrowing BenchFolder
        ) throws {
            let arguments = ["rate", program, "\(rounds)", "\(executions)"] + (how.map { [$0] } ?? [])
            let result = try workload.run(arguments, folder)
            let numbers = result.lines.first?.compactMap(Double.init) ?? []
            guard numbers.count == 3, numbers[0] > 0, numbers[2] > 0 else {
                throw ExplainedError(.ours, "ExplorerWorkload \(arguments.joined(separator: " ")) did not print three numbers.")
            }
            self.executions = numbers[0]
            complete = Int(numbers[1])
            seconds = numbers[2] / 1e9
            peakMemory = result.peakMemory
        }

        var perSecond: Double { executions / seconds }
    }

    /// Executions per second, repeated; the median of the rounds.
    private static func rate(
        _ name: String, _ program: String, rounds: Int, atLeast: Double, _ workload: ExploringWorkload, _ folder: borrowing BenchFolder
    ) throws -> Figure {
        var fibers: [Double] = [], threads: [Double] = []
        for _ in 0..<folder.rounds(3) {
            fibers.append(try Rate(program, rounds: folder.count(rounds), workload, folder).perSecond)
            threads.append(try Rate(program, rounds: max(2, folder.count(rounds / 40)), how: "threads", workload, folder).perSecond)
        }
        return Figure(
            name, fibers.median, "executions per second", baseline: threads.median, slower, target: .init(of: .value, atLeast: atLeast))
    }

    /// The same lost update in two ways, in turns: how each execution is chosen, and its baseline.
    private static func lostUpdate(
        _ name: String, _ how: String, besides baseline: String, _ words: String, target: Figure.Target, _ workload: ExploringWorkload,
        _ folder: borrowing BenchFolder
    ) throws -> Figure {
        var rates: [Double] = [], others: [Double] = []
        for _ in 0..<folder.rounds(3) {
            for (way, executions) in [(how, 600_000), (baseline, baseline == "plain" ? 200_000 : 600_000)] {
                let rate = try Rate("lost-update", rounds: 1, executions: folder.count(executions), how: way, workload, folder).perSecond
                if way == how { rates.append(rate) } else { others.append(rate) }
            }
        }
        return Figure(name, rates.median, "executions per second", baseline: others.median, words, target: target)
    }

    /// All interleavings that differ of a program with 3,328 of them, from the first to the last.
    private static func exhaustion(_ workload: ExploringWorkload, _ folder: borrowing BenchFolder) throws -> Figure {
        var fibers: [Double] = [], threads: [Double] = []
        for _ in 0..<folder.rounds(3) {
            let rate = try Rate("last-zero", rounds: 1, workload, folder)
            guard rate.complete == 3_328 else {
                throw ExplainedError(.ours, "lastzero(10) took \(rate.complete) executions, but 3,328 were expected.")
            }
            fibers.append(rate.seconds)
            threads.append(try Rate("last-zero", rounds: 1, how: "threads", workload, folder).seconds)
        }
        return Figure(
            "lastzero(10), all of its 3328 interleavings", fibers.median, "s", baseline: threads.median, slower,
            target: .init(of: .value, atMost: 0.3))
    }

    private static func memory(_ workload: ExploringWorkload, _ folder: borrowing BenchFolder) throws -> Figure {
        let few = try Rate("writers", rounds: 1, executions: 1_000, workload, folder)
        let many = try Rate("writers", rounds: 1, executions: folder.count(1_000_000), workload, folder)
        return Figure(
            "memory after \(folder.count(1_000_000)) executions of ten writers", Double(many.peakMemory) / 1e6, "MB",
            baseline: Double(few.peakMemory) / 1e6, "after 1000", target: .init(of: .value, atMost: 300))
    }

    /// How long a user waits, from the command to its verdict; the second time, when everything is
    /// in memory.
    private static func command(_ folder: borrowing BenchFolder) throws -> Figure {
        let file = try ComparedProgram.path("Album")
        var explored: [Double] = [], compiled: [Double] = []
        let clock = ContinuousClock()
        for round in 0...folder.rounds(3) {
            let compile = try clock.measure {
                let arguments = ["-parse-as-library", "-Onone", "-emit-object", "-o", folder.output, file]
                guard try run("swiftc", arguments) == .exited(code: 0) else { throw ExplainedError(.ours, "\(file) does not compile.") }
            }
            let explore = try clock.measure {
                guard try run("/proc/self/exe", ["explore", file]) == .exited(code: 0) else {
                    throw ExplainedError(.ours, "interleave explore reports a finding in \(file), which is correct.")
                }
            }
            if round == 0 && !folder.isQuick { continue }
            compiled.append(compile / .seconds(1))
            explored.append(explore / .seconds(1))
        }
        return Figure(
            "interleave explore, \(try ComparedProgram.lines("Album")) lines to a verdict", explored.median, "s", baseline: compiled.median,
            "the compiler alone", target: .init(of: .value, atMost: 3))
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Trace.Ending {
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .nothing
        options.standardError = .nothing
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        return child.wait(killingAfter: .seconds(120)).ending
    }
}
