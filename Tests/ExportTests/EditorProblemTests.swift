import Foundation
import Schedules
import Testing

@testable import Export

/// The lines that editors read, and the files that tell editors how.
@Suite("Problems for editors") struct EditorProblemTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private let source = String(repeating: "\n", count: 6) + "    let old = balance\n\t\tbalance = old - 80\n"

    @Test("A failure is at the line where it shows, and the steps whose order decides are its notes")
    func bank() throws {
        let problem = try #require(EditorProblem("A wrong outcome: 20.", SampleSchedule.bank.table))
        #expect(
            problem.text(path: { "/home/you/\($0)" }, source: { _ in source }) == """
                /home/you/Bank.swift:8:3: error: A wrong outcome: 20.
                /home/you/Bank.swift:7:5: note: step 1 of 3: main thread: let old = balance (Account.balance 100) (their order decides)
                /home/you/Bank.swift:7:5: note: step 2 of 3: block 1: let old = balance (Account.balance 100) (their order decides)
                /home/you/Bank.swift:8:3: note: step 3 of 3: main thread: balance = old - 80 (waits, Account.balance 20 → 20)

                """)
    }

    @Test("Where no step is known to decide, all steps are notes; a table without steps, or without one in the file, is no problem")
    func steps() {
        var table = SampleSchedule.bank.table
        for index in table.rows.indices { (table.rows[index].isDeciding, table.rows[index].isFailure) = (false, false) }
        #expect(EditorProblem("x", table)?.notes.count == 4)
        #expect(EditorProblem("x", table)?.remark.line == 8)
        #expect(EditorProblem("x", ScheduleTable()) == nil)
        #expect(EditorProblem("x", table, in: "Other.swift") == nil)
        #expect(EditorProblem("x", table, in: "Bank.swift")?.remark.line == 8)
    }

    @Test("The column is that of the first letter; 1 if the line is empty or not there; a compiler's own column stays")
    func column() {
        func column(_ line: Int, _ text: String?, own: Int? = nil) -> Substring {
            EditorProblem(.warning, .init(file: "a.swift", line: line, column: own, words: "w")).text(source: { _ in text }).split(
                separator: ":")[2]
        }
        #expect(column(1, "é = 1") == "1")
        #expect(column(2, "a\n\t b\n") == "3")
        #expect(column(2, "a\n   \n") == "1")
        #expect(column(3, "a\nb") == "1")
        #expect(column(0, "a") == "1")
        #expect(column(2, nil) == "1")
        #expect(column(2, "a\n b", own: 9) == "9")
    }

    @Test("A text of the program ends no line, and sends nothing to the terminal")
    func attack() throws {
        let text = try #require(EditorProblem(SampleSchedule.hostile + "\n/etc/passwd:1:1: error: x", SampleSchedule.attack.table)).text()
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 1 + 1 + 1)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E || $0.value == 0x2028 })
    }

    @Test("The matcher of VS Code, in the tasks and on the page, reads each line; the tasks offer every lab")
    func tasks() throws {
        struct Tasks: Decodable {
            struct Pattern: Decodable { var regexp: String, file: Int, line: Int, column: Int, severity: Int, message: Int }
            struct Matcher: Decodable { var pattern: Pattern }
            struct Task: Decodable {
                var label: String, args: [String], matcher: Matcher?
                enum CodingKeys: String, CodingKey { case label, args, matcher = "problemMatcher" }
                init(from decoder: any Decoder) throws {
                    let values = try decoder.container(keyedBy: CodingKeys.self)
                    (label, args) = (try values.decode(String.self, forKey: .label), try values.decode([String].self, forKey: .args))
                    // (An empty list: the task has no problems.)
                    matcher = try? values.decode(Matcher.self, forKey: .matcher)
                }
            }
            struct Input: Decodable { var options: [String] }
            var tasks: [Task], inputs: [Input]
        }
        let tasks = try JSONDecoder().decode(
            Tasks.self, from: Data(contentsOf: Self.root.appending(path: "Installation/editors/tasks.json")))
        #expect(tasks.tasks.count == 4)
        let table = SampleSchedule.bank.table
        let lines =
            try #require(EditorProblem("A wrong outcome: 20.", table)).text().split(separator: "\n")
            + EditorProblem(.warning, .init(file: "/a b/c.swift", line: 3, words: "t: refused")).text().split(separator: "\n")
        let page = try String(contentsOf: Self.root.appending(path: "docs/editors.md"), encoding: .utf8)
        for task in tasks.tasks where task.args.contains("--format") {
            let pattern = try #require(task.matcher?.pattern), expression = try Regex(pattern.regexp)
            #expect(page.contains("\"regexp\": \"\(pattern.regexp.replacing("\\", with: "\\\\"))\""))
            for line in lines {
                let match = try #require(try expression.wholeMatch(in: line), "\(line)")
                #expect(match[pattern.file].substring?.hasSuffix(".swift") == true)
                #expect(Int(match[pattern.line].substring ?? "") != nil && Int(match[pattern.column].substring ?? "") != nil)
                #expect(["error", "warning", "note"].contains(match[pattern.severity].substring))
                #expect(match[pattern.message].substring?.isEmpty == false)
            }
        }
        #expect(tasks.tasks.count { $0.matcher != nil } == 3)
        let labs = try FileManager.default.contentsOfDirectory(atPath: Self.root.appending(path: "Labs").path).filter {
            FileManager.default.fileExists(atPath: Self.root.appending(path: "Labs/\($0)/main.swift").path)
        }
        #expect(Set(tasks.inputs.flatMap(\.options)) == Set(labs.map { $0.lowercased() }))
    }
}
