import Diagnosis
import ExplorationRunner
import Export
import FoundationEssentials
import Grading
import System
import Words

/// The results of a command, as lines that editors read: each failure at its line, with the steps that lead to it.
struct EditorProblems {
    private(set) var problems: [EditorProblem]
    /// The paths of files, by the names that a report has for them.
    private var paths: [String: String] = [:]

    var isEmpty: Bool { problems.isEmpty }

    init(_ problems: [EditorProblem]) { self.problems = problems }

    /// The failures of an explored program. If there are none, and not every interleaving was run, that is a warning.
    /// - Parameters:
    ///   - file: a file of it, for words that belong to no line.
    ///   - replay: the command that shows a token's schedule.
    init(_ result: ExplorationResult, file: String, line: Int = 1, about name: String? = nil, replay: (String) -> String) {
        let prefix = name.map { "\($0): " } ?? ""
        problems = result.toldFindings.map { finding, words in
            let race = result.explanations.first { words.tells(of: $0) }
            let headline = prefix + words.shortHeadline(causedBy: race)
            var problem =
                EditorProblem(headline, words.table)
                ?? Self.problem(headline, at: words.locations.map { ($0.file, $0.line, "\($0.task) \($0.what)") }, or: (file, line))
            problem.addNotes(Explanation.sentences(of: words.hint(causedBy: race)).prefix(2).joined(separator: " "), "Try: ")
            problem.addNotes(replay(result.token(finding.path)), "Step by step: ")
            return problem
        }
        if problems.isEmpty, result.exitCode == 3 {
            let verdict = result.told(subject: file, replay: replay).verdict
            let words = verdict.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? verdict
            problems = [EditorProblem(.warning, .init(file: file, line: line, words: prefix + words))]
        }
        for source in result.source.files { paths[source.name] = source.path }
    }

    /// The checks that an attempt does not pass, or the reason why it was not judged.
    /// - Parameter file: the path of the attempt.
    init(_ grade: Grade, file: String) {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        paths[name] = file
        if let trouble = grade.trouble ?? grade.crash {
            let remarks = Self.compilerRemarks(trouble.message, file: file, called: name)
            problems = remarks.isEmpty ? [Self.problem(trouble.message, in: file, called: name)] : remarks
        } else {
            problems = []
        }
        guard grade.status == .graded else { return }
        let failed = grade.checks.filter { !$0.passed && $0.isJudged }
        problems += failed.map { check in
            let points = "\(Self.decimal(check.points)) of \(Self.decimal(check.maxPoints)) \(check.maxPoints == 1 ? "point" : "points")"
            var problem = Self.problem(check.message, prefix: "\(check.name) (\(points)): ", in: file, called: name)
            guard let table = check.table else { return problem }
            // (The learner edits the attempt. The small test that calls it is in another file.)
            for own in [file, name] {
                if let shown = EditorProblem(problem.remark.words, table, in: own) { problem.move(to: shown.remark.line) }
            }
            problem.notes.insert(contentsOf: EditorProblem.steps(of: table), at: 0)
            return problem
        }
        guard problems.isEmpty, !grade.passed else { return }
        problems = grade.checks.filter { !$0.passed && $0.unjudgedPoints == 0 }.map {
            EditorProblem(.warning, .init(file: file, line: 1, words: "\($0.name): \($0.message)"))
        }
    }

    /// The lines. Paths are whole, so an editor finds the files wherever it was started.
    var text: String {
        let here = FileManager.default.currentDirectoryPath
        var sources: [String: String] = [:]
        func whole(_ name: String) -> String {
            let path = paths[name] ?? name
            return path.hasPrefix("/") ? path : "\(here)/\(path)"
        }
        func source(_ name: String) -> String? {
            let path = whole(name)
            if let known = sources[path] { return known }
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            sources[path] = text
            return text
        }
        return problems.map { $0.text(path: whole, source: source) }.joined()
    }

    // MARK: texts of reports

    /// A problem at the first of some places, with a note for each of them; or at another place, if there are none.
    private static func problem(
        _ words: String, at places: [(file: String, line: Int, words: String)], or other: (file: String, line: Int)
    ) -> EditorProblem {
        let remarks = places.filter { $0.line > 0 && !$0.file.isEmpty }.map {
            EditorProblem.Remark(file: $0.file, line: $0.line, words: $0.words)
        }
        guard let first = remarks.first else { return EditorProblem(.error, .init(file: other.file, line: other.line, words: words)) }
        return EditorProblem(.error, .init(file: first.file, line: first.line, words: words), notes: remarks)
    }

    /// A text of the grader: at the line that it names, with its advice as a note.
    private static func problem(_ message: String, prefix: String = "", in file: String, called name: String) -> EditorProblem {
        let parts = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let advice = parts.firstIndex { $0.hasPrefix("Try this: ") } ?? parts.count
        let words = parts[..<advice].filter { !$0.isEmpty }.joined(separator: " ")
        var problem = EditorProblem(.error, .init(file: file, line: Self.line(in: words, of: name) ?? 1, words: prefix + words))
        for (index, part) in parts.enumerated() where index >= advice {
            if part.hasPrefix("Try this: ") { problem.addNotes(part, "") }
            if index > 0, parts[index - 1] == "Step by step:" {
                problem.addNotes(part.trimmingPrefix { $0 == " " }.description, "Step by step: ")
            }
        }
        return problem
    }

    /// The line that a text names: "line 12 of bank.swift", "lines 8, 9 and 12 of bank.swift": the last one, where the failure shows.
    static func line(in words: String, of name: String) -> Int? {
        guard let end = words.firstRange(of: " of \(name)")?.lowerBound,
            let match = words[..<end].firstMatch(of: #/\blines? [0-9, and]*?([0-9]+)$/#)
        else { return nil }
        return Int(match.1)
    }

    /// The remarks of the compiler in a text.
    private static func compilerRemarks(_ words: String, file: String, called name: String) -> [EditorProblem] {
        var problems: [EditorProblem] = []
        for line in words.split(separator: "\n") {
            guard let match = line.firstMatch(of: #/^\s*([^:]+):([0-9]+):([0-9]+): (error|warning|note): (.*)$/#), let number = Int(match.2)
            else { continue }
            let path = match.1 == name ? file : String(match.1)
            let remark = EditorProblem.Remark(file: path, line: number, column: Int(match.3), words: String(match.5))
            if match.4 == "note", !problems.isEmpty {
                problems[problems.count - 1].notes.append(remark)
            } else {
                problems.append(EditorProblem(match.4 == "warning" ? .warning : .error, remark))
            }
        }
        return problems
    }

    private static func decimal(_ number: Double) -> String { number == number.rounded() ? "\(Int(number))" : "\(number)" }
}

extension EditorProblem {
    /// Puts the problem, and the notes about its line, into another line of its file.
    fileprivate mutating func move(to line: Int) {
        for index in notes.indices where notes[index].file == remark.file && notes[index].line == remark.line { notes[index].line = line }
        remark.line = line
    }

    /// Adds a note at the problem's own line; nothing for an empty text.
    fileprivate mutating func addNotes(_ words: String, _ beginning: String) {
        if !words.isEmpty { notes.append(.init(file: remark.file, line: remark.line, words: beginning + words)) }
    }
}

extension ReplacedFile.Kind {
    /// Problems for editors. A file of them can be empty.
    static let problems = Self("a list of problems for editors") { bytes in
        String(decoding: bytes, as: UTF8.self).prefixMatch(of: #/[^\n]+:[0-9]+:[0-9]+: (error|warning): /#) != nil
    }
}
