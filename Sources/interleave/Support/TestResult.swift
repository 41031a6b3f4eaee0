import ExplorationRunner
import FoundationEssentials
import Packages
import Words

/// The result of one test.
struct TestResult {
    enum Status: String {
        case passed, failed, refused, notComplete, skipped, interrupted, listed
    }

    var status: Status
    let name: String
    let file: String
    let lineNumber: Int
    /// The reason why it was refused or skipped.
    var reason = ""
    var executions = 0
    var seconds = 0.0
    var verdict = ""
    /// The failure, as `explore` tells it.
    var report = ""
    var page: ExplorationPage?

    init(_ test: TestScenario) {
        status = .listed
        name = "\(test.module).\(test.name)"
        file = test.file
        lineNumber = test.line
    }

    init(refused test: PackageTests.Refused) {
        status = .refused
        name = test.name
        file = test.file
        lineNumber = test.line
        reason = test.reason
    }

    init(interruptedIn package: String) {
        status = .interrupted
        name = package
        file = ""
        lineNumber = 0
        reason = "the other tests were not explored"
    }

    mutating func refuse(_ error: ExplorationError) {
        status = error.code == .notFinished ? .notComplete : .refused
        reason = error.message
    }

    /// - Parameter replay: the command that shows a token's schedule.
    mutating func take(_ result: ExplorationResult, width: Int, replay: (String) -> String) {
        executions = result.report.executions + result.report.coverage.byChance
        seconds = result.seconds
        verdict = result.report.verdict.rawValue
        page = result.page(isTimed: true)
        let outcomes = Set(result.report.outcomes.map(\.text))
        if outcomes.contains(where: { $0.contains("Time limit was exceeded") }) {
            status = .refused
            reason = "it has a time limit. In the explorer any thread can be late by any time, so the limit would be exceeded"
        } else if result.report.verdict != .none {
            status = .failed
            report = result.shortText(width: width, subject: name, replay: replay)
        } else if !result.report.isCompleteWithinBound {
            status = .notComplete
            reason = "not every interleaving was run"
        } else {
            status = outcomes == [TestScenario.skipped] ? .skipped : .passed
            if status == .skipped { reason = "Swift Testing does not run it" }
        }
    }

    private var place: String { file.isEmpty ? "" : "\(file.split(separator: "/").last ?? ""):\(lineNumber)" }

    var listed: String { "\(name)  (\(place))\(reason.isEmpty ? "" : ": refused, because \(reason)")" }

    /// One line while the tests are explored.
    var line: String {
        let extent = "\(Wording.count(executions, "execution")), \((seconds * 100).rounded() / 100) s"
        return switch status {
        case .passed: "passed   \(name): every interleaving, \(extent)"
        case .failed: "FAILED   \(name): \(verdict), \(extent)"
        case .notComplete: "open     \(name) (\(place)): \(reason), \(extent)"
        case .refused: "refused  \(name) (\(place)): \(reason)"
        case .skipped: "skipped  \(name) (\(place)): \(reason)"
        case .interrupted: "stopped  \(name): \(reason)"
        case .listed: listed
        }
    }
}

/// The results of all tests: for people a sentence, for scripts an object.
struct TestPage: Encodable {
    struct Test: Encodable {
        var name: String
        var file: String
        var line: Int
        var status: String
        var reason: String
        var executions: Int
        var seconds: Double
        var report: ExplorationPage?
    }
    var tests: [Test]
    var counts: [String: Int]

    init(_ results: [TestResult]) {
        tests = results.map {
            Test(
                name: $0.name, file: $0.file, line: $0.lineNumber, status: $0.status.rawValue, reason: $0.reason, executions: $0.executions,
                seconds: ($0.seconds * 1000).rounded() / 1000, report: $0.page)
        }
        counts = Dictionary(grouping: results, by: \.status.rawValue).mapValues(\.count)
    }

    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    private func count(_ status: TestResult.Status) -> Int { counts[status.rawValue] ?? 0 }

    var exitCode: Int32 {
        if count(.interrupted) > 0 { return 130 }
        return count(.failed) > 0 ? 1 : count(.refused) > 0 ? 2 : count(.notComplete) > 0 ? 3 : 0
    }

    var summary: String {
        let parts = [
            (count(.passed), "passed in every interleaving"), (count(.failed), "failed"), (count(.notComplete), "not complete"),
            (count(.refused), "refused"), (count(.skipped), "skipped"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(Wording.count(tests.count, "test")): \(parts.joined(separator: ", "))."
    }
}
