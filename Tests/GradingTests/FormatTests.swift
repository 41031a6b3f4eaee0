import Foundation
import System
import TestSupport
import Testing

@testable import Grading

/// The forms of a grade for other programs: the points are the same in all of them.
@Suite(.startsProcesses) struct FormatTests {
    private static func grade(_ passed: [Bool], unjudged: Int? = nil) -> Grade {
        let checks = Exercise.applyStride.checks
        var results = zip(checks, passed).map { check, passed in
            Grade.CheckResult(check, passed ? nil : GradeFinding(.race, "<two> & \"more\",\nlines", try: "=look"), seconds: 0.5)
        }
        if let unjudged { results[unjudged] = Grade.CheckResult(checks[unjudged], .unjudged(because: "it was not possible"), seconds: 0) }
        return Grade(.applyStride, checks: results)
    }

    static let grades = [
        grade([true, true, true, true, true, true]), grade([true, false, true, false, true, false]),
        grade([false, false, false, false, false, false]), grade([true, true, true, true, true, false], unjudged: 3),
        Grade(.applyStride, .notCompiled, Grade.Trouble(verdict: "notCompiled", message: "error: <T>")),
        Grade(.applyStride, .refused, Grade.Trouble(verdict: "endedEarly", message: "exit & gone")),
    ]

    @Test("No form of a grade has control characters, whatever an attempt prints and its checks say")
    func controlCharacters() {
        let words = "\u{1B}]0;owned\u{7}\u{1B}[8m\u{9B}2J\r\u{7F}"
        let check = Exercise.applyStride.checks[0]
        var grade = Grade(.applyStride, checks: [Grade.CheckResult(check, GradeFinding(.race, words, try: words), seconds: 0)])
        grade.printed = "\(words)\nand more"
        grade.remarks = [words]
        let refused = Grade(.applyStride, .notCompiled, Grade.Trouble(verdict: "notCompiled", message: words))
        for grade in [grade, refused] {
            let forms = [
                grade.text(), grade.json, grade.junit, grade.gradescope, grade.codeRunner, grade.csv.replacing("\r\n", with: "\n"),
            ]
            for form in forms {
                let controls = form.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" }
                #expect(controls.isEmpty, "\(controls.map(\.value)): \(form)")
            }
        }
    }

    @Test("Each check is shown in Gradescope when its declaration says so; cells for CodeRunner are not escaped, because Moodle does that")
    func visibility() throws {
        var grade = Self.grades[1]
        let kinds = Check.Visibility.allCases
        for (index, kind) in kinds.enumerated() { grade.checks[index].visibility = kind }
        let tests = try #require(object(grade.gradescope)["tests"] as? [[String: Any]])
        #expect(
            tests.prefix(kinds.count).map { $0["visibility"] as? String } == ["visible", "hidden", "after_due_date", "after_published"])
        #expect(try object(grade.gradescope)["visibility"] as? String == "visible")
        let rows = try #require(object(grade.codeRunner)["testresults"] as? [[Any]])
        #expect(rows.dropFirst().map { $0[3] as? String } == grade.checks.map(\.message))
        #expect(grade.checks[1].message.contains("<two> & \"more\""))
        #expect(try object(Self.grades[4].codeRunner)["prologuehtml"] as? String == "<pre>error: &lt;T&gt;</pre>")
    }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test(
        "The points of a grade, and of each check, are the same in JSON, JUnit, Gradescope, CodeRunner and CSV", arguments: grades.indices)
    func samePoints(_ index: Int) throws {
        let grade = Self.grades[index], points = grade.checks.map(\.points), most = grade.checks.map(\.maxPoints)
        let json = try object(grade.json), checks = try #require(json["checks"] as? [[String: Any]])
        #expect(json["points"] as? Double == grade.points && json["maxPoints"] as? Double == grade.maxPoints)
        #expect(checks.map { $0["points"] as? Double } == points && checks.map { $0["maxPoints"] as? Double } == most)

        let gradescope = try object(grade.gradescope), tests = try #require(gradescope["tests"] as? [[String: Any]])
        #expect(gradescope["score"] as? Double == grade.points)
        #expect(tests.map { $0["score"] as? Double } == points && tests.map { $0["max_score"] as? Double } == most)

        let answer = try object(grade.codeRunner), rows = try #require(answer["testresults"] as? [[Any]])
        let fraction = try #require(answer["fraction"] as? Double)
        #expect(abs(fraction * grade.maxPoints - grade.points) < 1e-9 && 0...1 ~= fraction)
        #expect(
            rows.dropFirst().map { $0[2] as? String }
                == grade.checks.map { "\(Grade.decimal($0.points)) of \(Grade.decimal($0.maxPoints))" })

        #expect(grade.junit.contains("points \(Grade.decimal(grade.points)) of \(Grade.decimal(grade.maxPoints))<"))
        let failures = grade.checks.count { !$0.passed && $0.isJudged }
        #expect(grade.junit.ranges(of: "<failure ").count == failures && grade.junit.contains("failures=\"\(failures)\""))
        let parser = XMLCounter(grade.junit)
        #expect(parser.isWellFormed && parser.cases == grade.checks.count + (grade.trouble == nil ? 0 : 1))

        let sum = grade.checks.reduce(0) { $0 + $1.points }
        let lines = grade.csv.split(separator: "\r\n", omittingEmptySubsequences: true)
        #expect(lines.count == grade.checks.count + 1 && sum == grade.points)
        for (line, check) in zip(lines.dropFirst(), grade.checks) {
            #expect(line.hasPrefix("05-apply-stride,\(grade.status.rawValue),\(check.passed),\(Grade.decimal(check.points)),"), "\(line)")
        }
    }

    @Test("In a table a field cannot become a formula, and quotes and line breaks stay in their field")
    func csv() {
        #expect(
            CSV.row(["=1+1", "a,b", "say \"so\"", "two\nlines", "-5", "plain"])
                == "'=1+1,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",'-5,plain\r\n")
    }

    @Test("A machine that cannot keep an attempt from harm says so in the grade, and one that can says nothing")
    func confinement() {
        #expect(Grade.openWords([.files, .systemCalls]) == nil)
        #expect(Grade.openWords([.systemCalls])?.contains("reading and changing your files") == true)
        #expect(Grade.openWords([.files])?.contains("network") == true)
        #expect(Self.grades[0].json.contains("\"confinement\""))
    }
}

/// Counts the test cases of a report; a few rules are enough to see that it is well formed.
private struct XMLCounter {
    var isWellFormed = true
    var cases = 0

    init(_ text: String) {
        var open: [Substring] = []
        for match in text.matches(of: /<(\/?)([a-z-]+)((?:\s[a-z]+="[^"<]*")*)\s*(\/?)>/) {
            let name = match.2
            if name == "testcase", match.1.isEmpty { cases += 1 }
            if !match.4.isEmpty { continue }
            if match.1.isEmpty { open.append(name) } else if open.popLast() != name { isWellFormed = false }
        }
        let rest = text.replacing(/<[?\/]?[a-z-]+[^<>]*>/, with: "")
        if !open.isEmpty || rest.contains("<") || rest.contains(/&(?!amp;|lt;|gt;|quot;|#[0-9]+;)/) { isWellFormed = false }
    }
}
