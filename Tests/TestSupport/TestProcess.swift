import Foundation
import System
import Testing

/// A process of the test runner that runs one test.
enum TestProcess {
    private static let mark = "TEST_IN_ITS_OWN_PROCESS"

    /// This process is one.
    static var isOne: Bool { ProcessInfo.processInfo.environment[mark] != nil }

    /// Runs the test. A failure there is an issue of the test here.
    static func run(_ test: Test) throws {
        let folder = try LabProcess.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        var child = try LabProcess.start(
            CommandLine.arguments[0],
            [
                "--testing-library", "swift-testing", "--filter",
                "^\(NSRegularExpression.escapedPattern(for: "\(test.id)"))$",
            ],
            // (It notes no time: that is done here.)
            [mark: "yes", "TEST_TIMES": "/dev/null"], in: folder)
        let end = child.wait(killingAfter: .patience)
        let words = try ["output", "errors"].map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        guard end.ending == .exited(code: 0), !end.timedOut, words.contains("Test run with 1 test ") else {
            Issue.record("In its own process: \(end.timedOut ? "it did not end" : "\(end.ending)")\n\(words)")
            return
        }
    }
}
