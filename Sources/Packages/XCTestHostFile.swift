/// The file that is compiled with tests of XCTest, beside `TestHostFile`. It is not instrumented either.
///
/// XCTest prepares a test as usual. Its call of the test leads here. Then the explorer runs the set-up, the test and the tear-down in each
/// execution, with a new object. The functions of XCTest that wait turn the run loop of the thread, which depends on the kernel. Here they
/// wait for semaphores. The linker takes these functions instead of those of the library, because they have the same names.
enum XCTestHostFile {
    static let name = "interleave-xctest-host.swift"

    static let text = #"""
        import Dispatch
        import Foundation
        import XCTest

        @_silgen_name("interleave_test_notice") private func interleaveNotice(_ notice: String)
        @_silgen_name("interleave_test_explore")
        private func interleaveExplore(
            begin: @escaping () -> Void, body: @escaping () async -> Void, outcome: @escaping () throws -> String) -> Never
        @_silgen_name("interleave_test_explore_on_main_queue")
        private func interleaveExploreOnMainQueue(
            begin: @escaping () -> Void, body: @escaping () -> Void, outcome: @escaping () throws -> String) -> Never
        @_silgen_name("interleave_test_take_main_queue") private func interleaveTakeMainQueue()
        @_silgen_name("interleave_test_give_main_queue") private func interleaveGiveMainQueue()
        @_silgen_name("alarm") private func interleaveAlarm(_ seconds: UInt32) -> UInt32
        @_silgen_name("_exit") private func interleaveExit(_ code: Int32) -> Never

        /// A test of XCTest.
        struct InterleaveXCTest {
            enum Body {
                case onMain(@MainActor (XCTestCase) throws -> Void)
                case asTask((XCTestCase) async throws -> Void)
            }
            var name: String
            var type: XCTestCase.Type
            var body: Body

            /// Runs the test number `number` as XCTest does, up to its set-up, and explores the remainder.
            static func run(_ number: Int, preparesAsTask: Bool) -> Never {
                let test = interleaveXCTests[number]
                InterleaveXCRun.current = InterleaveXCRun(test, preparesAsTask: preparesAsTask)
                test.type.setUp()
                test.type.init(name: test.name, testClosure: { _ in }).run()
                interleaveNotice("error XCTest does not run \(test.name).")
                interleaveNotice("over")
                interleaveExit(0)
            }
        }

        private struct InterleaveXCFailure: Error, CustomStringConvertible { let description: String }

        /// The explored test. The threads of an execution take turns on one real thread, so no two use it at the same time.
        private final class InterleaveXCRun: @unchecked Sendable {
            nonisolated(unsafe) static var current: InterleaveXCRun?

            let test: InterleaveXCTest
            let preparesAsTask: Bool
            var issues: [String] = []
            var error: (any Error)?
            var isSkipped = false
            var expectations: [InterleaveExpectation] = []
            var tearDownBlocks: [() async throws -> Void] = []
            var testCase: XCTestCase?

            init(_ test: InterleaveXCTest, preparesAsTask: Bool) {
                self.test = test
                self.preparesAsTask = preparesAsTask
            }

            func explore() -> Never {
                _ = interleaveAlarm(0)
                switch test.body {
                case .onMain(let body):
                    // (XCTest calls it on the main thread. So does the explorer: the thread has the main queue.)
                    let body = unsafeBitCast(body, to: ((XCTestCase) throws -> Void).self)
                    interleaveExploreOnMainQueue(begin: { self.begin() }, body: { self.run(body) }, outcome: { try self.outcome() })
                case .asTask(let body):
                    interleaveExplore(begin: { self.begin() }, body: { await self.run(body) }, outcome: { try self.outcome() })
                }
            }

            private func begin() {
                issues = []
                error = nil
                isSkipped = false
                expectations = []
                tearDownBlocks = []
                testCase = nil
            }

            private func outcome() throws -> String {
                if let issue = issues.first { throw InterleaveXCFailure(description: issue) }
                if let error { throw error }
                return isSkipped ? "skipped" : "passed"
            }

            func note(_ issue: String, _ file: String, _ line: Int) {
                let words = issue.hasSuffix(" - ") ? String(issue.dropLast(3)) : issue
                issues.append("Expectation failed: \(words) (\(file.split(separator: "/").last ?? ""):\(line))")
            }

            private func note(_ error: any Error) {
                if error is XCTSkip { isSkipped = true } else { self.error = self.error ?? error }
            }

            private func make() -> XCTestCase {
                let made = test.type.init(name: test.name, testClosure: { _ in })
                testCase = made
                return made
            }

            private func run(_ body: (XCTestCase) throws -> Void) {
                let testCase = make()
                do {
                    if preparesAsTask { try wait { try await testCase.setUp() } }
                    try testCase.setUpWithError()
                    testCase.setUp()
                    try body(testCase)
                } catch { note(error) }
                while let block = tearDownBlocks.popLast() { do { try wait(block) } catch { note(error) } }
                testCase.tearDown()
                do {
                    try testCase.tearDownWithError()
                    if preparesAsTask { try wait { try await testCase.tearDown() } }
                } catch { note(error) }
                end()
            }

            private func run(_ body: (XCTestCase) async throws -> Void) async {
                let testCase = make()
                do {
                    if preparesAsTask { try await testCase.setUp() }
                    try await MainActor.run {
                        try testCase.setUpWithError()
                        testCase.setUp()
                    }
                    try await body(testCase)
                } catch { note(error) }
                while let block = tearDownBlocks.popLast() { do { try await block() } catch { note(error) } }
                do {
                    try await MainActor.run {
                        testCase.tearDown()
                        try testCase.tearDownWithError()
                    }
                    if preparesAsTask { try await testCase.tearDown() }
                } catch { note(error) }
                end()
            }

            private func end() {
                for expectation in expectations where !expectation.hasBeenWaitedFor {
                    note("Failed due to unwaited expectation '\(expectation.expectationDescription)'", expectation.file, expectation.line)
                }
            }

            /// Runs an asynchronous function as a task, and waits for it, while the main queue runs its items.
            private func wait(_ body: @escaping () async throws -> Void) throws {
                let semaphore = DispatchSemaphore(value: 0), holder = Holder(body)
                Task.detached {
                    do { try await holder.body() } catch { holder.error = error }
                    semaphore.signal()
                }
                interleaveGiveMainQueue()
                semaphore.wait()
                interleaveTakeMainQueue()
                if let error = holder.error { throw error }
            }

            private final class Holder: @unchecked Sendable {
                let body: () async throws -> Void
                var error: (any Error)?
                init(_ body: @escaping () async throws -> Void) { self.body = body }
            }

            /// Waits for expectations without a limit: an expectation that is never fulfilled is a deadlock. (A wait with a limit could end at any
            /// time, because a thread can be late by any time.)
            func wait(for all: [XCTestExpectation], _ timeout: Double, _ inOrder: Bool, _ file: String, _ line: Int, onMain: Bool) {
                // (An expectation of another kind needs the run loop, which the explorer refuses.)
                if !all.allSatisfy({ $0 is InterleaveExpectation }) { _ = RunLoop.current }
                let known = all.compactMap { $0 as? InterleaveExpectation }
                if onMain { interleaveGiveMainQueue() }
                for expectation in known where !expectation.isInverted { _ = expectation.wait(until: .distantFuture) }
                for expectation in known where expectation.isInverted && expectation.wait(until: .now() + timeout) {
                    note("Asynchronous wait failed: Fulfilled inverted expectation '\(expectation.expectationDescription)'", file, line)
                }
                if onMain { interleaveTakeMainQueue() }
                if inOrder, zip(known, known.dropFirst()).contains(where: { $0.fulfilledAs > $1.fulfilledAs }) {
                    note("Failed due to expectations fulfilled in a wrong order", file, line)
                }
            }
        }

        /// An expectation as the explorer models it: a semaphore, with a signal for each call of `fulfill()`.
        private final class InterleaveExpectation: XCTestExpectation, @unchecked Sendable {
            nonisolated(unsafe) static var fulfilled = 0

            private let semaphore = DispatchSemaphore(value: 0)
            private(set) var file: String
            private(set) var line: Int
            private var calls = 0
            private(set) var fulfilledAs = 0
            private(set) var hasBeenWaitedFor = false

            private var words: String
            private var count = 1
            private var isFailure = false
            private var countsCalls = true

            override var expectationDescription: String { get { words } set { words = newValue } }
            override var expectedFulfillmentCount: Int { get { count } set { count = newValue } }
            override var isInverted: Bool { get { isFailure } set { isFailure = newValue } }
            override var assertForOverFulfill: Bool { get { countsCalls } set { countsCalls = newValue } }

            override init(description: String, file: StaticString = #file, line: Int = #line) {
                self.file = "\(file)"
                self.line = line
                words = description
                super.init(description: description, file: file, line: line)
            }

            override func fulfill(_ file: StaticString = #file, line: Int = #line) {
                calls += 1
                if calls > expectedFulfillmentCount, assertForOverFulfill {
                    InterleaveXCRun.current?.note("API violation: multiple calls made to fulfill() for '\(expectationDescription)'", "\(file)", line)
                }
                if calls == expectedFulfillmentCount {
                    Self.fulfilled += 1
                    fulfilledAs = Self.fulfilled
                }
                semaphore.signal()
            }

            func wait(until deadline: DispatchTime) -> Bool {
                hasBeenWaitedFor = true
                for _ in 0..<expectedFulfillmentCount where semaphore.wait(timeout: deadline) == .timedOut { return false }
                return true
            }
        }

        // The functions of XCTest that wait in a run loop, and the place where a failed check goes. A test calls these instead: the linker finds
        // their names here first.
        extension XCTestExpectation {
            @_silgen_name("$s6XCTest0A11ExpectationC11description4file4lineACSS_s12StaticStringVSitcfC")
            final class func interleaveMake(description: __owned String, file: StaticString, line: Int) -> XCTestExpectation {
                InterleaveExpectation(description: description, file: file, line: line)
            }
        }

        extension XCTestCase {
            @_silgen_name("$s6XCTest0A4CaseC10invokeTestyyF") final func interleaveInvoke() { InterleaveXCRun.current?.explore() }

            @_silgen_name("$s6XCTest0A4CaseC13recordFailure15withDescription6inFile6atLine8expectedySS_SSSiSbtF")
            final func interleaveRecord(withDescription words: String, inFile file: String, atLine line: Int, expected: Bool) {
                InterleaveXCRun.current?.note(words, file, line)
            }

            @_silgen_name("$s6XCTest0A4CaseC11expectation11description4file4lineAA0A11ExpectationCSS_s12StaticStringVSitF")
            final func interleaveExpectation(description: String, file: StaticString, line: Int) -> XCTestExpectation {
                let made = InterleaveExpectation(description: description, file: file, line: line)
                InterleaveXCRun.current?.expectations.append(made)
                return made
            }

            @_silgen_name("$s6XCTest0A4CaseC4wait3for7timeout12enforceOrder4file4lineySayAA0A11ExpectationCG_SdSbs12StaticStringVSitF")
            final func interleaveWait(for all: [XCTestExpectation], timeout: Double, enforceOrder: Bool, file: StaticString, line: Int) {
                InterleaveXCRun.current?.wait(for: all, timeout, enforceOrder, "\(file)", line, onMain: true)
            }

            @_silgen_name("$s6XCTest0A4CaseC19waitForExpectations7timeout4file4line7handlerySd_s12StaticStringVSiys5Error_pSgcSgtF")
            final func interleaveWaitForExpectations(timeout: Double, file: StaticString, line: Int, handler: (((any Error)?) -> Void)?) {
                guard let run = InterleaveXCRun.current else { return }
                let open = run.expectations.filter { !$0.hasBeenWaitedFor }
                run.wait(for: open, timeout, false, "\(file)", line, onMain: true)
                handler?(nil)
            }

            @_silgen_name("$s6XCTest0A4CaseC11fulfillment2of7timeout12enforceOrder4file4lineySayAA0A11ExpectationCG_SdSbs12StaticStringVSitYaF")
            nonisolated(nonsending) final func interleaveFulfillment(
                of all: [XCTestExpectation], timeout: Double, enforceOrder: Bool, file: StaticString, line: Int
            ) async {
                let waiting = InterleaveWaiting(all)
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    // (A thread of its own, as in XCTest: it blocks none of the pool.)
                    InterleaveThread.start {
                        InterleaveXCRun.current?.wait(for: waiting.all, timeout, enforceOrder, "\(file)", line, onMain: false)
                        continuation.resume()
                    }
                }
            }

            @_silgen_name("$s6XCTest0A4CaseC16addTeardownBlockyyyycF") final func interleaveAdd(tearDown block: @escaping () -> Void) {
                InterleaveXCRun.current?.tearDownBlocks.append { await MainActor.run { block() } }
            }

            @_silgen_name("$s6XCTest0A4CaseC16addTeardownBlockyyyyYaYbKcF")
            final func interleaveAdd(tearDownAsTask block: @escaping @Sendable () async throws -> Void) {
                InterleaveXCRun.current?.tearDownBlocks.append(block)
            }

            /// Time is virtual, so nothing is measured: the block runs once.
            @_silgen_name("$s6XCTest0A4CaseC7measure4file4line5blockys12StaticStringV_SiyyXEtF")
            final func interleaveMeasure(file: StaticString, line: Int, block: () -> Void) { block() }
        }

        private final class InterleaveThread {
            private let body: () -> Void
            private init(_ body: @escaping () -> Void) { self.body = body }

            static func start(_ body: @escaping () -> Void) {
                var thread = pthread_t()
                pthread_create(
                    &thread, nil,
                    { context in
                        if let context { Unmanaged<InterleaveThread>.fromOpaque(context).takeRetainedValue().body() }
                        return nil
                    }, Unmanaged.passRetained(InterleaveThread(body)).toOpaque())
                pthread_detach(thread)
            }
        }

        private struct InterleaveWaiting: @unchecked Sendable {
            let all: [XCTestExpectation]
            init(_ all: [XCTestExpectation]) { self.all = all }
        }

        """#
}
