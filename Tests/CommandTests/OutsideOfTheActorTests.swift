import Foundation
import TestSupport
import Testing

/// Lines that are written in an actor, in closures that do not run on it.
@Suite(.startsProcesses, .takesTurns) struct OutsideOfTheActorTests {
    let folder: Folder
    init() throws { folder = try Folder() }

    /// The first data race in a program whose actor has this body of a method, which begins in line 5.
    private func race(_ body: String) throws -> ExplanationTests.Report.Finding {
        let lines = body.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        let text = """
            import Dispatch
            final class Note: @unchecked Sendable { var words = 0 }
            actor Book {
                private let note = Note()
                func add() async {
            \(lines)
                }
                func count() -> Int { note.words }
            }
            func scenario() async -> Int {
                let book = Book()
                async let added: Void = book.add()
                let seen = await book.count()
                await added
                return seen
            }

            """
        try text.write(toFile: folder.file("made.swift"), atomically: false, encoding: .utf8)
        let outcome = try Commands.run(["explore", "--json", folder.file("made.swift")], in: folder)
        try #require(outcome.code == 1, "\(outcome.output.prefix(1000)) \(outcome.errors)")
        let report = try JSONDecoder().decode(ExplanationTests.Report.self, from: Data(outcome.output.utf8))
        return try #require(report.findings.first { $0.kind == "race" })
    }

    @Test("A closure of withTaskCancellationHandler that does not use the actor runs outside of it, and the advice says so")
    func handler() throws {
        let race = try race("let page = note\nawait withTaskCancellationHandler {\n    page.words += 1\n} onCancel: {\n}")
        #expect(
            race.hint == """
                Put `page.words += 1` (line 8) into a method of the actor, and call this method there. The line is written in the actor `Book`, but does not run \
                on it: the closure of `withTaskCancellationHandler` (line 7) does not use `self`.
                """)
    }

    @Test(
        "A closure that never runs on the actor is named",
        arguments: [
            ("await Task.detached {\n    page.words += 1\n}.value", "`Task.detached` (line 7)"),
            ("DispatchQueue.global().async {\n    if page.words < 9 {\n        page.words += 1\n    }\n}", "`async` (line 7)"),
            ("DispatchQueue.global().async { page.words += 1 }", "`async` never"),
        ])
    func never(_ closure: String, _ words: String) throws {
        let race = try race("let page = note\n\(closure)")
        #expect(race.hint.contains("is written in the actor `Book`, but does not run on it: a closure of \(words)"), "\(race.hint)")
    }

    @Test("A race of code in a nested class is not explained by the actor around it")
    func nested() throws {
        let race = try race(
            "struct Adder {\n    let page: Note\n    func run() {\n        page.words += 1\n    }\n}\nlet adder = Adder(page: note)\nawait Task.detached { adder.run() }.value"
        )
        #expect(!race.hint.contains("written in the actor"), "\(race.hint)")
    }
}
