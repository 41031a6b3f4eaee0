import Words
import Diagnosis
import FoundationEssentials

// The formats of other programs. The points are the same in all of them.

extension Grade {
    /// A JUnit report: a suite for the exercise, and a test case for each check. Build servers show
    /// it. A check that was not judged is "skipped".
    ///
    /// After the schema of Jenkins' JUnit plug-in.
    public var junit: String {
        var cases = ""
        for check in checks {
            let head = "    <testcase classname=\"\(exercise.inXML)\" name=\"\(check.name.inXML)\" time=\"\(Self.decimal(check.seconds))\""
            let message = check.message.inXML
            switch (check.passed, check.isJudged) {
            case (true, _): cases += "\(head)/>\n"
            case (false, false): cases += "\(head)>\n      <skipped message=\"\(message)\"/>\n    </testcase>\n"
            case (false, true):
                cases +=
                    "\(head)>\n      <failure type=\"\(check.verdict.inXML)\" message=\"\(message)\">\(message)</failure>\n    </testcase>\n"
            }
        }
        var errors = 0
        if let trouble = status == .graded ? crash : trouble {
            errors = 1
            let words = trouble.message.inXML
            cases =
                """
                    <testcase classname="\(exercise.inXML)" name="\(gap ?? (crash == nil ? status : .crashed).rawValue)" time="0">
                      <error type="\(trouble.verdict.inXML)" message="\(words)">\(words)</error>
                    </testcase>

                """ + cases
        }
        let failures = checks.count { !$0.passed && $0.isJudged }, skipped = checks.count { !$0.passed && !$0.isJudged }
        let points = "points \(Self.decimal(self.points)) of \(Self.decimal(maxPoints))"
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites>
              <testsuite name="\(exercise.inXML)" tests="\(checks.count + errors)" failures="\(failures)" errors="\(errors)" skipped="\(skipped)" \
            time="\(Self.decimal(checks.map(\.seconds).max() ?? 0))">
            \(cases)    <system-out>\(points)</system-out>
              </testsuite>
            </testsuites>

            """
    }

    /// Gradescope's `results.json`: the sum of the points, and a test for each check.
    ///
    /// After "Autograder Specifications", section "Output Format", of Gradescope's documentation.
    public var gradescope: String {
        struct Results: Encodable {
            var score: Double, max_score: Double, output: String, output_format = "text", visibility = "visible", tests: [Test]
        }
        struct Test: Encodable {
            var name: String, score: Double, max_score: Double, status: String, output: String, visibility: String
        }
        let tests = checks.map { check in
            Test(
                name: check.name, score: check.points, max_score: check.maxPoints,
                status: check.passed || check.unjudgedPoints > 0 ? "passed" : "failed",
                output: check.message, visibility: check.visibility.inGradescope)
        }
        return Self.encoded(Results(score: points, max_score: maxPoints, output: words, tests: tests))
    }

    /// The answer of a "template grader" of CodeRunner, a question type of Moodle: the fraction of
    /// the points, and a table. Moodle escapes the cells of the table itself; the texts around it are HTML.
    ///
    /// After the section "Combinator template grading" of CodeRunner's documentation.
    public var codeRunner: String {
        struct Answer: Encodable {
            var fraction: Double, prologuehtml: String, testresults: [[Cell]], epiloguehtml: String
        }
        enum Cell: Encodable {
            case text(String), number(Double)
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .text(let text): try container.encode(text)
                case .number(let number): try container.encode(number)
                }
            }
        }
        let header = ["iscorrect", "Check", "Points", "Result"].map(Cell.text)
        let rows = checks.map { check -> [Cell] in
            [
                .number(check.passed ? 1 : 0), .text(check.name),
                .text("\(Self.decimal(check.points)) of \(Self.decimal(check.maxPoints))"),
                .text(check.message),
            ]
        }
        let remarks = allRemarks.map { "<p>\($0.inXML)</p>" }.joined()
        let trouble = trouble.map { "<pre>\($0.message.inXML)</pre>" } ?? ""
        return Self.encoded(
            Answer(
                fraction: maxPoints > 0 ? points / maxPoints : 0, prologuehtml: trouble, testresults: [header] + rows, epiloguehtml: remarks
            ))
    }

    /// A table of comma-separated values with a row for each check (RFC 4180).
    public var csv: String {
        let header = ["exercise", "status", "passed", "points", "maxPoints", "check", "verdict", "message"]
        let rows = checks.map { check in
            [
                exercise, status.rawValue, String(check.passed), Self.decimal(check.points), Self.decimal(check.maxPoints), check.name,
                check.verdict,
                check.message,
            ]
        }
        return ([header] + rows).map(CSV.row).joined()
    }

    /// The words that a student should read first: why nothing could be judged, or the remarks.
    private var words: String { ([trouble?.message].compactMap { $0 } + allRemarks).joined(separator: "\n\n") }

    private static func encoded(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(value)).map { SafeText.forTerminal(String(decoding: $0, as: UTF8.self)) } ?? "{}") + "\n"
    }

    /// A number without needless zeros, at most three digits behind the point.
    static func decimal(_ number: Double) -> String {
        let thousandths = (number * 1000).rounded()
        guard thousandths != (thousandths / 1000).rounded() * 1000 else { return String(Int(thousandths / 1000)) }
        return String(thousandths / 1000)
    }
}

extension Check.Visibility {
    fileprivate var inGradescope: String {
        switch self {
        case .visible, .hidden: rawValue
        case .afterDueDate: "after_due_date"
        case .afterPublished: "after_published"
        }
    }
}

extension String {
    /// Escaped for XML and HTML; characters that XML 1.0 does not have, and other control characters, are left out.
    public var inXML: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n": text += "&#10;"
            case "\t": text += "&#9;"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
