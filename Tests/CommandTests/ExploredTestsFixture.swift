import Foundation
import TestSupport
import Testing

/// A new package with tests, in a folder whose name has a space: built once for all tests of the command.
final class ExploredTestsFixture: @unchecked Sendable {  // Its tests run one after the other.
    let package: PackageFixture
    var folder: Folder { package.folder }

    static let shared = Result { try ExploredTestsFixture() }

    private init() throws { package = try PackageFixture(Self.files, name: "My Shop") }

    func run(_ options: String...) throws -> Commands.Outcome {
        try Commands.run(["test", "--package", package.path] + options, in: folder)
    }

    /// The results of tests, by their names.
    func results(_ options: String..., code: Int32) throws -> [String: [Page.Test]] {
        let outcome = try Commands.run(["test", "--json", "--package", package.path] + options, in: folder)
        try #require(outcome.code == code, "\(outcome.code): \(outcome.output.prefix(2000)) \(outcome.errors)")
        let page = try JSONDecoder().decode(Page.self, from: Data(outcome.output.utf8))
        #expect(page.counts == Dictionary(grouping: page.tests, by: \.status).mapValues(\.count))
        return Dictionary(grouping: page.tests, by: \.name)
    }

    /// The keys of `test --json`.
    struct Page: Decodable {
        struct Test: Decodable {
            var name: String
            var argument: String?
            var file: String
            var line: Int
            var status: String
            var reason: String
            var executions: Int
            var report: PackageReport?
        }
        var tests: [Test]
        var counts: [String: Int]
    }

    private static let files = [
        "My Shop/Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "Shop", targets: [.target(name: "Bank"), .testTarget(name: "BankTests", dependencies: ["Bank"])])
        """,
        "My Shop/Sources/Bank/Account.swift": """
        public actor Account {
            public private(set) var balance = 100
            public init() {}

            public func withdraw(_ amount: Int) async -> Bool {
                guard balance >= amount else { return false }
                let fee = await Fees.shared.fee()
                balance -= amount + fee
                return true
            }
        }

        actor Fees {
            static let shared = Fees()
            func fee() -> Int { 0 }
        }

        public final class Counter: @unchecked Sendable {
            public private(set) var count = 0
            public init() {}

            public func add() {
                count += 1
            }
        }
        """,
        "My Shop/Tests/BankTests/BankTests.swift": """
        import Dispatch
        import Testing
        @testable import Bank

        @Suite struct Accounts {
            @Test func neverNegative() async {
                let account = Account()
                async let one = account.withdraw(80)
                async let two = account.withdraw(80)
                _ = await (one, two)
                #expect(await account.balance >= 0)
            }

            @Test("Withdraws once", arguments: [10, 80, 200]) func once(amount: Int) async {
                #expect(await Account().withdraw(amount) == (amount <= 100))
            }
        }

        @Suite(.serialized) final class Counters {
            let counter: Counter
            init() async throws { counter = Counter() }
            deinit { precondition(counter.count < 3) }

            @Test func counts() {
                DispatchQueue.concurrentPerform(iterations: 2) { [counter] _ in counter.add() }
                #expect(counter.count == 2)
            }

            @Test func inTurn() {
                let queue = DispatchQueue(label: "counter")
                DispatchQueue.concurrentPerform(iterations: 2) { [counter] _ in queue.sync { counter.add() } }
                #expect(counter.count == 2)
            }

            @Test func countsInBlocks() {
                DispatchQueue.concurrentPerform(iterations: 2) { [counter] number in
                    counter.add()
                    if number == 1 { #expect(counter.count == 2) }
                }
            }

            @Test(.disabled("not now")) func later() {}

            @Test(.timeLimit(.minutes(1))) func known() async throws {
                try await Task.sleep(for: .seconds(600))
                withKnownIssue { #expect(counter.count == 1) }
                await confirmation(expectedCount: 2) { confirm in
                    confirm()
                    confirm()
                }
            }
        }
        """,
        "My Shop/Tests/BankTests/Odd.swift": """
        import Foundation
        import Glibc
        import Testing

        @Suite struct Odd {
            @Test func endless() { while true {} }
            @Test func several() { inTurn(4) }
            @Test func many() { inTurn(10) }
            private func inTurn(_ count: Int) {
                let queue = DispatchQueue(label: "queue")
                DispatchQueue.concurrentPerform(iterations: count) { _ in queue.sync {} }
            }
            @Test func prints() { for _ in 0..<20_000 { print(String(repeating: "x", count: 60)) } }
            @Test func exits() { exit(0) }
            @Test func starts() throws { try Process.run(URL(filePath: "/bin/true"), arguments: []).waitUntilExit() }
            @Test func forks() { #expect(system("true") == 0) }
            @Test func opens() { #expect(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0) }
            @Test(arguments: [Int]()) func withoutArguments(number: Int) {}
        }

        @Suite struct Traps {
            init() { fatalError("closed") }
            @Test func trap() {}
        }
        """,
        "My Shop/Tests/BankTests/OldTests.swift": """
        import Bank
        import XCTest

        class OldTests: XCTestCase {
            var counter: Counter!
            override func setUp() { counter = Counter() }
            override func tearDownWithError() throws { XCTAssertLessThan(counter.count, 3) }

            func testCounts() {
                let group = DispatchGroup()
                for _ in 0..<2 { DispatchQueue.global().async(group: group) { [counter] in counter!.add() } }
                group.wait()
                XCTAssertEqual(counter.count, 2)
            }

            func testExpectation() {
                let done = expectation(description: "done"), lock = NSLock()
                done.expectedFulfillmentCount = 2
                for _ in 0..<2 {
                    DispatchQueue.global().async { [counter] in
                        lock.withLock { counter!.add() }
                        done.fulfill()
                    }
                }
                wait(for: [done], timeout: 1)
                XCTAssertEqual(counter.count, 2)
            }

            func testMainQueue() {
                let done = XCTestExpectation(description: "done")
                DispatchQueue.main.async { [counter] in
                    counter!.add()
                    done.fulfill()
                }
                counter.add()
                XCTAssertTrue(Thread.isMainThread)
                wait(for: [done], timeout: 1)
                XCTAssertEqual(counter.count, 2)
            }

            @MainActor func testTimeout() {
                _ = expectation(description: "never")
                waitForExpectations(timeout: 3600)
            }

            func testForgotten() { _ = expectation(description: "forgotten") }

            func testPredicate() {
                let isThere = expectation(for: NSPredicate(value: true), evaluatedWith: nil)
                wait(for: [isThere], timeout: 1)
            }

            func testSkips() throws { throw XCTSkip("not here") }

            func testThrows() throws { _ = try XCTUnwrap(counter.count == 0 ? nil : 1) }

            func testMeasure() {
                measure { counter.add() }
                addTeardownBlock { [counter] in XCTAssertEqual(counter!.count, 1) }
            }
        }

        class BaseTests: XCTestCase {
            let word = "base"
            func testInherited() { XCTAssertFalse(word.isEmpty) }
        }

        final class DerivedTests: BaseTests {
            func testOwn() { XCTAssertFalse(word.isEmpty) }
        }

        @globalActor actor Clerk { static let shared = Clerk() }

        final class ClerkTests: XCTestCase {
            @Clerk func testOfClerk() {}
        }

        final class NewTests: XCTestCase {
            private var account = Account()
            override func setUp() async throws { account = Account() }

            func testNeverNegative() async {
                let account = account
                async let one = account.withdraw(80)
                async let two = account.withdraw(80)
                _ = await (one, two)
                let balance = await account.balance
                XCTAssertGreaterThanOrEqual(balance, 0)
            }

            func testFulfillment() async {
                let done = expectation(description: "done"), account = account
                Task {
                    _ = await account.withdraw(1)
                    done.fulfill()
                }
                await fulfillment(of: [done], timeout: 1)
            }

            @MainActor func testOnMain() throws { XCTAssertTrue(Thread.isMainThread) }
        }
        """,
    ]
}
