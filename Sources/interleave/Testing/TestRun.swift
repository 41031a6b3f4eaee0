import ArgumentParser
import Dispatch
import ExplorationRunner
import FoundationEssentials
import Glibc
import Packages
import Synchronization
import System
import Words

/// Explores the tests of a package, several at the same time, and tells each result when it is known.
struct TestRun {
    let command: TestCommand
    let report: JUnitFile?
    let line: ProgressLine

    /// The results, and the tests that are left: for all threads, one at a time.
    private final class Board: @unchecked Sendable {  // Used under its lock.
        private let lock = Mutex(())
        private let run: TestRun
        /// The words about each test before its result is known.
        private let before: [TestResult]
        private let interruption: InterruptCounter
        private var next = 0
        private var results: [Int: [TestResult]] = [:]
        private var running: [Int: String] = [:]
        private var failure: (any Error)?
        private(set) var unwritten: (any Error)?

        init(_ run: TestRun, before: [TestResult], _ interruption: InterruptCounter) {
            self.run = run
            self.before = before
            self.interruption = interruption
        }

        private func hold<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock { _ in try body() } }

        var isInterrupted: Bool { hold { interruption.count > 0 || failure != nil } }

        /// The number of the next test; nil: there are no more.
        func take() -> Int? {
            hold {
                guard next < before.count, interruption.count == 0, failure == nil else { return nil }
                next += 1
                return next - 1
            }
        }

        func show(_ number: Int, _ words: String) {
            hold {
                running[number] = words
                let texts = running.sorted { $0.key < $1.key }.map(\.value).joined(separator: "; ")
                run.line.say("\(results.count) of \(Wording.count(before.count, "test")) explored. Now \(texts)")
            }
        }

        /// Tells a result.
        func add(_ result: TestResult, of number: Int, isLast: Bool) {
            hold {
                results[number, default: []].append(result)
                if isLast { running[number] = nil }
                do {
                    run.line.clear()
                    if run.command.format == .gcc {
                        try StandardOutput.write(result.editorProblems.text)
                    } else if !run.command.json {
                        try StandardOutput.line(result.line)
                    }
                } catch { failure = failure ?? error }
                // (A disk that fills up does not end the run: its results are still told.)
                do { try run.report?.write(known) } catch { unwritten = error }
            }
        }

        /// The results, and the tests that have none yet, in their order.
        private var known: [TestResult] { before.indices.flatMap { results[$0] ?? [before[$0]] } }

        func end() throws -> [TestResult] {
            try hold {
                if let failure { throw failure }
                return known
            }
        }
    }

    /// - Returns: the results, in the order of the tests; those that are refused come first. And why the file with them is not complete;
    ///   nil: it is.
    func explore(_ found: PackageTests) throws -> (results: [TestResult], unwritten: (any Error)?) {
        let interruption = InterruptCounter()
        defer { interruption.end() }
        let refused = found.refused.map { TestResult(refused: $0) }
        let before = refused + found.tests.map { TestResult($0.test, .interrupted) }
        // (From now on a run that is ended in any way leaves a file with all tests.)
        try report?.write(before)
        let board = Board(self, before: before, interruption)
        for result in refused { if let number = board.take() { board.add(result, of: number, isLast: true) } }
        let tests = found.tests, jobs = min(command.jobs ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), max(tests.count, 1))
        let work = Work(run: self, board: board)
        DispatchQueue.concurrentPerform(iterations: max(jobs, 1)) { _ in
            while let number = work.board.take() {
                let (program, test) = tests[number - refused.count]
                let real = found.realProgram(of: test)
                if let real, work.run.command.exploresNone {
                    var result = TestResult(test, .interrupted)
                    work.run.shake(real, test, number, work.board, &result)
                    work.board.add(result, of: number, isLast: true)
                } else {
                    work.run.explore(program, test, number, work.board, real: real)
                }
            }
        }
        return (try board.end(), board.unwritten)
    }

    /// For all threads. The command does not change.
    private struct Work: @unchecked Sendable {
        let run: TestRun
        let board: Board
    }

    /// A test, with each of its arguments.
    private func explore(_ program: TestProgram, _ test: TestProgram.Test, _ number: Int, _ board: Board, real: TestProgram?) {
        var argument = 0
        while true {
            board.show(number, test.name)
            var result = TestResult(test, .interrupted)
            do {
                let (ending, words) = try program.explore(
                    test, argument: argument, budget: command.budget.executions, patience: command.budget.time, options: command.exploration
                ) { board.show(number, "\(test.name) (\($0.executions))") }
                if case .noMoreArguments = ending { return }
                result.argument = words
                result.take(ending, isInterrupted: board.isInterrupted, width: min(command.page.columns, 120)) {
                    command.replaying($0, of: test.fullName)
                }
            } catch let error as ExplainedError {
                result.take(error)
            } catch {
                result.take(ExplainedError(.unreadable, "\(error)"))
            }
            // (A real run is one with all arguments.)
            let isOut = result.status == .refused || result.status == .notComplete && result.executions == 0
            let isShaken = isOut && real != nil && !board.isInterrupted
            if isShaken, let real {
                result.argument = nil
                shake(real, test, number, board, &result)
            }
            let isLast = isShaken || !test.isParameterized || result.argument == nil || board.isInterrupted
            board.add(result, of: number, isLast: isLast)
            if isLast { return }
            argument += 1
        }
    }
}

extension TestRun {
    /// Runs a test really, many times.
    private func shake(_ program: TestProgram, _ test: TestProgram.Test, _ number: Int, _ board: Board, _ result: inout TestResult) {
        do {
            let room = try TemporaryFolder.make(), runs = command.chaos ?? 20
            let shaken = try program.shake(
                test, runs: runs, seed: command.seed, folder: room.path, inspect: { ChaosInspection.read($0, $1) }
            ) { board.show(number, "\(test.name) (real run \($0) of \(runs))") }
            result.take(shaken, page: command.page)
        } catch let error as ExplainedError {
            result.take(error)
        } catch {
            result.take(ExplainedError(.unreadable, "\(error)"))
        }
    }
}

/// Shows the schedule of a token.
struct TestReplay {
    let command: TestCommand
    let token: String

    private static let mostArguments = 10_000

    func run(_ tests: [(program: TestProgram, test: TestProgram.Test)]) throws {
        for (program, test) in tests {
            for argument in 0..<(test.isParameterized ? Self.mostArguments : 1) where try program.has(token, for: test, argument: argument)
            {
                return try show(program, test, argument)
            }
        }
        throw ExplainedError(
            .usage, "The token \(token) belongs to none of these tests as they are now.",
            cure: "After a change of the package or of the options, explore the test again: then there is a new token.")
    }

    private func show(_ program: TestProgram, _ test: TestProgram.Test, _ argument: Int) throws {
        let words = "\(Invocation.interleave) test --filter \(ShellWords.quoted(test.name))"
        guard let result = try program.replay(token, of: test, argument: argument, command: words) else {
            throw ExplainedError(.usage, "\(test.fullName) did not run this time.", cure: "Look at its traits: one of them disables it.")
        }
        if let log = result.report.log { try SteppedExecution(log, of: result).show(command.page) }
        let text = result.shortReplayText(width: min(command.page.columns, 120), subject: test.fullName) {
            command.replaying($0, of: test.fullName)
        }
        try StandardOutput.page(text)
        if result.report.verdict != .none { throw ExitCode(1) }
    }
}
