import Foundation

/// The figures of the summary.
struct Statistics {
    var compared = 0, withMachine = 0, executions = 0, nativeRuns = 0, outcomes = 0, seenNatively = 0, hanging = 0, slow = 0
    var skipped: [String: Int] = [:]
    /// How many compared programs have each kind of step.
    var steps: [String: Int] = [:]
    var families: [String: Int] = [:]
    /// The seed of each program that failed, with the differences.
    var failures: [(seed: Int, sentences: [String])] = []

    mutating func add(_ program: Program, _ comparison: Comparison, executions count: Int, runs: Int) {
        compared += 1
        withMachine += comparison.machine == nil ? 0 : 1
        executions += count
        nativeRuns += runs
        outcomes += comparison.explored.count
        seenNatively += comparison.explored.intersection(comparison.native).count
        hanging += comparison.explored.contains(Machine.hang) ? 1 : 0
        families["\(program.family)", default: 0] += 1
        for kind in program.kindsOfSteps { steps[kind, default: 0] += 1 }
        if !comparison.differences.isEmpty { failures.append((program.seed, comparison.differences)) }
    }

    func summary(seconds: Double) -> String {
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        let skips = skipped.values.reduce(0, +)
        var lines = [
            "",
            "\(compared) programs compared in \(Int(seconds)) s, \(withMachine) of them with all interleavings. \(skips) skipped.",
            "Explored executions: \(executions). Native runs: \(nativeRuns).",
            "Explored outcomes: \(outcomes). Seen natively: \(seenNatively). Programs that can hang: \(hanging).",
            "Programs of each family: \(list(families)).",
            "Programs with each kind of step: \(list(steps)).",
        ]
        for (reason, count) in skipped.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("Skipped, \(count)×: \(reason)")
        }
        if slow > 0 { lines.append("Native runs that did not end in time, and were not hanging: \(slow).") }
        lines.append(
            failures.isEmpty
                ? "No differences." : "\(failures.count) programs differ: seeds \(failures.map { "\($0.seed)" }.joined(separator: ", ")).")
        return lines.joined(separator: "\n")
    }
}

extension Program {
    /// A word for each kind of step and object that the program uses.
    var kindsOfSteps: Set<String> {
        var kinds = Set(locks.map(\.rawValue))
        func visit(_ steps: [Step]) {
            for step in steps {
                kinds.insert(Self.word(step))
                visit(step.inner)
            }
        }
        bodies.forEach(visit)
        if queues.contains(true) { kinds.insert("concurrent queue") }
        if queues.contains(false) { kinds.insert("serial queue") }
        return kinds
    }

    /// Whether an operation waits for another one.
    var hasDependencies: Bool {
        bodies[0].contains { if case .start(_, .operation(_, let after)) = $0 { !after.isEmpty } else { false } }
    }

    private static func word(_ step: Step) -> String {
        switch step {
        case .start(_, .queue(_, let isBarrier, let group)): isBarrier ? "async barrier" : group == nil ? "async" : "async in a group"
        case .start(_, let start): String("\(start)".prefix { $0 != "(" })
        case .sync(_, true, _): "sync barrier"
        default: String("\(step)".prefix { $0 != "(" })
        }
    }
}
