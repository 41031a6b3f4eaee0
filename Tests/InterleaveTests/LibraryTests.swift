import Dispatch
import Foundation
import Interleave
import Testing

/// A client's class, in an instrumented target.
private final class Counter: @unchecked Sendable {
    var value = 0
    func add() { value += 1 }
}

private actor Account {
    private(set) var balance = 100

    func withdraw(_ amount: Int) async {
        guard balance >= amount else { return }
        await Task.yield()
        balance -= amount
    }
}

/// Two blocks add to one counter, with a lock or without.
private func addTwice(_ lock: NSLock? = nil) -> Int {
    let counter = Counter(), group = DispatchGroup()
    for _ in 1...2 {
        DispatchQueue.global().async(group: group) {
            lock?.lock()
            counter.add()
            lock?.unlock()
        }
    }
    group.wait()
    return counter.value
}

private func withdrawTwice(_ amount: Int = 80) async -> Int {
    let account = Account()
    async let one: Void = account.withdraw(amount)
    async let two: Void = account.withdraw(amount)
    _ = await (one, two)
    return await account.balance
}

/// One exploration runs at a time, and a test that waits for its turn keeps a thread of the pool.
@Suite(.serialized) enum LibrarySuites {}

extension LibrarySuites {
    /// The library as a client's test calls it.
    @Suite struct LibraryTests {
        @Test("A data race of this target is found, with its place; its tokens lead to the same outcomes again, and nowhere in other code")
        func race() throws {
            let report = try explore { addTwice() }
            #expect(report.verdict == "race" && report.isComplete && !report.isCorrect)
            #expect(Set(report.outcomes.map(\.text)) == ["1", "2"])
            let failure = try #require(report.failures.first)
            #expect(failure.file?.hasSuffix("LibraryTests.swift") == true && failure.line == 9)
            #expect(report.description.contains("value += 1") && report.description.contains("try replay(\"\(failure.token)\") { … }"))
            for outcome in report.outcomes {
                let again = try replay(outcome.token) { addTwice() }
                #expect(again.outcomes.map(\.text) == [outcome.text] && again.executions == 1)
            }
            let token = try #require(report.outcomes.first { $0.text == "1" }?.token)
            #expect(throws: ExploreError.self) { try replay(token) { 1 } }
            #expect(throws: ExploreError.self) { try replay("nonsense") { 1 } }
        }

        @Test("Correct code is correct; the check of outcomes decides")
        func lock() throws {
            try expectCorrect(allowed: { $0 == 2 }) { addTwice(NSLock()) }
            let report = try explore(allowed: { $0 == 3 }) { addTwice(NSLock()) }
            #expect(report.verdict == "assertion" && report.outcomes.map(\.isAllowed) == [false])
        }

        @Test("A budget that ends the search: with one, silence is enough; the report says that it is not complete")
        func budget() throws {
            let report = try explore(ExploreOptions(budget: 1)) { addTwice(NSLock()) }
            #expect(report.executions == 1 && !report.isComplete && report.isCorrect)
        }

        @Test("An actor's reentrancy is found in an asynchronous function")
        func reentrancy() async throws {
            let report = try await explore(allowed: { $0 >= 0 }) { await withdrawTwice() }
            #expect(report.verdict == "assertion" && Set(report.outcomes.map(\.text)) == ["20", "-60"])
            #expect(report.description.contains("reentrancy)."))
        }

        @Test("An expectation that fails in some interleavings is one failure, and no issue of its own")
        func expectation() async throws {
            let report = try await explore { #expect(await withdrawTwice() >= 0) }
            #expect(report.verdict == "assertion" && report.failures.count == 1)
            #expect(report.failures.first?.summary.hasPrefix("Expectation failed: await withdrawTwice() >= 0 (LibraryTests.swift:") == true)
        }

        @Test("A failure is one issue of the test, with the table")
        func issue() async throws {
            try await withKnownIssue {
                try await expectCorrect { #expect(await withdrawTwice() >= 0) }
            } matching: {
                $0.comments.first?.rawValue.contains("balance -= amount") == true
            }
        }

        @Test("The output of explored code is not printed; that of a trap is told")
        func output() throws {
            let report = try explore {
                print("from inside")
                precondition(addTwice() == 2, "lost an update")
            }
            #expect(report.failures.first?.summary.contains("lost an update") == true)
        }

        @Test("A thread that never takes a step is an error with its place")
        func endless() {
            #expect {
                try explore {
                    var number = 0
                    while number >= 0 { number = (number &+ 1) & 0xFF }
                }
            } throws: {
                "\($0)".contains("without a step")
            }
        }

        @Test("A module that is not instrumented is an error with the line to add, unless the caller allows it")
        func blind() throws {
            let file =
                URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
                + "/WordsTests/LineFillingTests.swift"
            #expect {
                try explore(fileID: "WordsTests/LineFillingTests.swift", filePath: file) { 1 }
            } throws: {
                "\($0)".contains("The target WordsTests is not instrumented") && "\($0)".contains("-sanitize=thread")
            }
            let report = try explore(
                ExploreOptions(uninstrumented: ["WordsTests"]), fileID: "WordsTests/LineFillingTests.swift", filePath: #filePath
            ) { 1 }
            #expect(report.isCorrect)
        }
    }

    /// Tests that are themselves explored.
    @Suite(.explored()) struct ExploredTests {
        private let lock = NSLock()

        @Test("A test of correct code passes in every interleaving")
        func lockHolds() { #expect(addTwice(lock) == 2) }

        @Test("Each argument is explored", arguments: [10, 40])
        func arguments(_ amount: Int) async { #expect(await withdrawTwice(amount) == 100 - 2 * amount) }

        @Test("A throwing test", .explored(budget: 100))
        func throwing() throws { _ = try #require(Optional(addTwice(lock))) }
    }

    /// The trait, with tests that fail.
    @Suite struct TraitTests {
        @Test("A test that fails in some interleavings has one issue, with the table and the trait that replays it")
        func fails() async throws {
            let test = try #require(Test.current)
            try await withKnownIssue {
                try await ExploredTrait(ExploreOptions()).provideScope(for: test, testCase: Test.Case.current) {
                    #expect(await withdrawTwice() >= 0)
                }
            } matching: { issue in
                let text = issue.comments.first?.rawValue ?? ""
                return text.contains("balance -= amount") && text.contains("@Test(.explored(replaying: \"")
            }
        }
    }
}
