/// The file that is compiled with tests of XCTest for their real runs, in place of `XCTestHostFile`: XCTest runs each test as usual.
enum RealXCTestHostFile {
    static let name = "interleave-real-xctest-host.swift"

    static let text = #"""
        import Foundation
        import XCTest

        @_silgen_name("interleave_test_notice") private func interleaveNotice(_ notice: String)
        @_silgen_name("interleave_test_end_real") private func interleaveEndReal() -> Never

        /// A test of XCTest.
        struct InterleaveXCTest {
            enum Body {
                case onMain(@MainActor (XCTestCase) throws -> Void)
                case asTask((XCTestCase) async throws -> Void)
            }
            var name: String
            var type: XCTestCase.Type
            var body: Body

            /// Runs the test number `number`.
            static func run(_ number: Int, preparesAsTask: Bool) -> Never {
                let test = interleaveXCTests[number]
                XCTestObservationCenter.shared.addTestObserver(InterleaveObserver())
                let made = test.type.init(name: test.name, testClosure: test.closure)
                test.type.setUp()
                made.run()
                test.type.tearDown()
                if (made.testRun as? XCTestCaseRun)?.hasBeenSkipped == true { interleaveNotice("skipped It skips itself.") }
                interleaveEndReal()
            }

            private var closure: (XCTestCase) throws -> Void {
                switch body {
                case .onMain(let body): return unsafeBitCast(body, to: ((XCTestCase) throws -> Void).self)
                case .asTask(let body):
                    return { testCase in try asyncTest({ (testCase: XCTestCase) in { try await body(testCase) } })(testCase)() }
                }
            }
        }

        private final class InterleaveObserver: XCTestObservation {
            func testCase(_ testCase: XCTestCase, didFailWithDescription words: String, inFile file: String?, atLine line: Int) {
                let place = file.map { " (\($0.split(separator: "/").last ?? ""):\(line))" } ?? ""
                interleaveNotice("issue Expectation failed: \(words)\(place)")
            }
        }

        """#
}
