import ExplorationRunner
import Export
import FoundationEssentials
import Packages
import Words

/// The result of one test, with one of its arguments.
struct TestResult {
    enum Status: String, Decodable {
        case passed, failed, refused, notComplete, shaken, skipped, interrupted, listed

        /// For people.
        var word: String {
            switch self {
            case .notComplete: "not complete"
            case .shaken: "only shaken"
            default: rawValue
            }
        }
    }

    var status: Status
    let name: String
    let file: String
    let lineNumber: Int
    /// The argument in words, if it has any.
    var argument: String?
    /// Why it was refused, skipped, or not explored completely.
    var reason = ""
    var executions = 0
    var seconds = 0.0
    var verdict = ""
    /// The failure, as `explore` tells it.
    var report = ""
    var page: ExplorationPage?
    /// The result of real runs.
    var chaos: ChaosReport?
    /// The failures of an exploration, each at its line.
    private var problems = EditorProblems([])

    init(_ test: TestProgram.Test, _ status: Status) {
        self.status = status
        name = test.fullName
        file = test.file
        lineNumber = test.line
        if status == .interrupted { reason = "it was not explored" }
    }

    init(refused test: PackageTests.Refused) {
        status = .refused
        name = test.name
        file = test.file
        lineNumber = test.line
        reason = test.reason
    }

    /// A result that another run has printed.
    init(_ test: DecodedPage.Test) {
        status = test.status
        name = test.name
        file = test.file
        lineNumber = test.line
        argument = test.argument
        reason = test.reason
        executions = test.executions
        seconds = test.seconds
        verdict = test.report?.verdict ?? (test.status == .failed ? "issue" : "")
        report = test.text ?? ""
    }

    /// There is no result.
    mutating func take(_ error: ExplainedError) {
        status = error.code == .notFinished ? .notComplete : error.code == .interrupted ? .interrupted : .refused
        reason = status == .interrupted ? "it was not explored" : essence(of: error.message)
    }

    /// A message without the name and the path that are told beside it.
    private func essence(of message: String) -> String {
        let short = message.replacing("\(file):", with: "\(file.split(separator: "/").last ?? ""):")
        return [name, place].reduce(short) { $0.hasPrefix("\($1): ") ? String($0.dropFirst($1.count + 2)) : $0 }
    }

    /// - Parameters:
    ///   - isInterrupted: whether the user has stopped it, and not the end of its time.
    ///   - replay: the command that shows a token's schedule.
    mutating func take(_ ending: TestProgram.Ending, isInterrupted: Bool, width: Int, replay: (String) -> String) {
        switch ending {
        case .explored(let result): take(result, isInterrupted && result.report.wasStopped, width, replay)
        case .skipped(let words):
            status = .skipped
            reason = words
        case .failed(let issues):
            status = .failed
            verdict = "issue"
            reason = issues.joined(separator: "\n")
            report =
                "\(title): it has failed before its body began, outside of the exploration.\n\n  "
                + issues.joined(separator: "\n  ")
        case .noMoreArguments: break
        }
    }

    private mutating func take(_ result: ExplorationResult, _ isInterrupted: Bool, _ width: Int, _ replay: (String) -> String) {
        reason = ""
        executions = result.report.executionsAltogether
        seconds = result.seconds
        verdict = result.report.verdict.rawValue
        page = result.page(isTimed: true)
        if result.report.verdict != .none {
            status = .failed
            report = result.shortText(width: width, subject: title, replay: replay)
            problems = EditorProblems(result, file: file, line: lineNumber, about: title, replay: replay)
        } else if let end = result.report.outcomes.first(where: { ![TestProgram.passed, TestProgram.skipped].contains($0.text) }) {
            // (Such a test ends all others, and none of them is reported.)
            status = .failed
            verdict = "exit"
            reason = "it ends the process: \(end.text)"
            report = "\(title): \(reason).\n\n  Try   Return from the test instead.\n  Step  \(replay(result.token(end.path)))"
        } else if isInterrupted {
            status = .interrupted
            reason = "interrupted"
        } else if !result.report.isCompleteWithinBound {
            status = .notComplete
            reason = "not every interleaving was run"
        } else {
            status = result.report.outcomes.contains { $0.text == TestProgram.passed } ? .passed : .skipped
            if status == .skipped { reason = "it skips itself" }
        }
    }

    /// It ran really.
    mutating func take(_ shaken: ChaosReport, page: PageOptions) {
        chaos = shaken
        executions = shaken.runs
        seconds = shaken.seconds
        if let words = shaken.skipped {
            status = .skipped
            reason = words
            return
        }
        status = shaken.findings.isEmpty ? .shaken : .failed
        let all = Wording.count(shaken.runs, "real run")
        verdict = shaken.findings.map { "\(ChaosPage.title($0)) in \($0.runs) of \(all)" }.joined(separator: ", ")
        if !shaken.findings.isEmpty { report = ChaosPage(report: shaken, subject: title, page: page).text() }
    }

    /// The name with the argument.
    var title: String { argument.map { "\(name) with \($0)" } ?? name }

    /// The lines for an editor: the failures; else, at the line of the test, why it has not passed.
    var editorProblems: EditorProblems {
        if !problems.isEmpty { return problems }
        switch status {
        case .passed, .skipped, .listed: return EditorProblems([])
        case .failed:
            let words = chaos == nil && !reason.isEmpty ? reason : verdict
            return EditorProblems([EditorProblem(.error, .init(file: file, line: lineNumber, words: "\(title): \(words)"))])
        case .refused, .notComplete, .shaken, .interrupted:
            let words = status == .shaken ? "only real runs: nothing failed.\(whyNotExplored)" : "\(status.word): \(reason)"
            return EditorProblems([EditorProblem(.warning, .init(file: file, line: lineNumber, words: "\(title): \(words)"))])
        }
    }

    private var place: String { file.isEmpty ? "" : "\(file.split(separator: "/").last ?? ""):\(lineNumber)" }

    private var whyNotExplored: String { reason.isEmpty ? "" : " Not explored: \(reason)" }

    /// In the list of tests.
    var listed: String { "\(name)  (\(place))\(reason.isEmpty ? "" : ": refused: \(reason)")" }

    /// One line while the tests are explored.
    var line: String {
        let extent = "\(Wording.count(executions, "execution")), \((seconds * 100).rounded() / 100) s"
        return switch status {
        case .passed: "passed   \(title): \(page?.complete == true ? "every interleaving" : "as many preemptions as asked for"), \(extent)"
        case .failed where chaos != nil: "FAILED   \(title): \(verdict)"
        case .shaken:
            "shaken   \(title): \(Wording.count(executions, "real run")), nothing failed. \(chaos?.coverage ?? "")\(whyNotExplored)"
        case .failed: "FAILED   \(title): \(verdict)\(executions > 0 ? ", \(extent)" : "")"
        case .notComplete: "open     \(title) (\(place)): \(reason)\(executions > 0 ? ", \(extent)" : "")"
        case .refused: "refused  \(title) (\(place)): \(reason)"
        case .skipped: "skipped  \(title) (\(place)): \(reason)"
        case .interrupted: "stopped  \(title): \(reason)"
        case .listed: listed
        }
    }
}
