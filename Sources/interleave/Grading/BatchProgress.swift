import ExplorationRunner
import Glibc
import Grading
import Synchronization
import System

/// Whether the user has pressed Ctrl-C; asked by several threads.
final class Interrupted: @unchecked Sendable {
    private let counter: InterruptCounter

    init(_ counter: InterruptCounter) { self.counter = counter }

    var isAsked: Bool { counter.count > 0 }
}

/// The progress of a class on standard error: a bar in a terminal, now and then a line elsewhere.
final class BatchProgress: Sendable {
    private struct State {
        var done: Int, passed = 0
        var nextLine = ContinuousClock.now + .seconds(10)
    }

    private let all: Int
    private let state: Mutex<State>
    private let isTerminal = isatty(STDERR_FILENO) == 1

    init(all: Int, done: Int) {
        self.all = all
        state = Mutex(State(done: done))
        state.withLock { show($0) }
    }

    func add(_ grade: ClassGrade) {
        state.withLock { state in
            state.done += 1
            if grade.passed { state.passed += 1 }
            if isTerminal { return show(state) }
            guard ContinuousClock.now >= state.nextLine else { return }
            state.nextLine = .now + .seconds(10)
            printError("interleave: \(state.done) of \(all) attempts graded")
        }
    }

    func end() { if isTerminal { printError("\r\u{1B}[K", terminator: "") } }

    private func show(_ state: State) {
        guard isTerminal, all > 0 else { return }
        let width = min(40, max(5, (StandardOutput.columns(of: STDERR_FILENO) ?? 80) - 40))
        let full = width * state.done / all
        let bar = String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        printError("\r\u{1B}[K[\(bar)] \(state.done) of \(all) graded", terminator: "")
    }
}
