import Course
import Foundation
import TestSupport
import Testing
import Timeline

@testable import Home
@testable import Terminal

@Suite("The home as a value") struct HomeModelTests {
    static let course = Course(
        path: [
            Course.Part(.page, "docs/start-here.md", "reading a timeline"), Course.Part(.lab, "singleton", "data race"),
            Course.Part(.exercise, "01-once", "make one instance"), Course.Part(.lab, "barrier", "lost update, torn read"),
        ],
        labs: [Course.Part(.lab, "barrier", "readers and writers"), Course.Part(.lab, "singleton", "one instance")],
        exercises: [Course.Part(.exercise, "01-once", "one instance, however many threads ask at the same time")])

    static var journal: Journal {
        var journal = Journal()
        journal.add(Journal.Entry(lab: "lab-singleton", variant: "actor", next: nil, isFinished: true))
        journal.add(
            Journal.Entry(
                verdictOn: "bank.swift", command: ["replay", "token", "bank.swift", "--step"], folder: "/tmp",
                sentence: "2 of its 3 outcomes are wrong.   12 interleavings, complete, in 0.03 s"))
        journal.add(Journal.Entry(lab: "lab-barrier", variant: "lock", next: "actor", isFinished: false))
        return journal
    }

    static func model(_ journal: Journal = journal, _ work: [String: HomeContents.Work] = [:], style: Style = .plain) -> HomeModel {
        HomeModel(HomeContents(course, journal, work: work), style: style)
    }

    private func first(_ journal: Journal, _ work: [String: HomeContents.Work] = [:]) -> HomeContents.Line {
        HomeContents(Self.course, journal, work: work).lines[0]
    }

    @Test("The first entry begins, goes on where the learner left, or names the next part that is not done")
    func next() {
        #expect(first(Journal()).action == .lab("barrier", from: nil))
        var explored = Journal()
        explored.add(Journal.Entry(verdictOn: "x.swift", command: [], folder: "/", sentence: ""))
        #expect(first(explored).action == .lab("barrier", from: nil))
        #expect(first(Self.journal).action == .lab("barrier", from: "actor"))
        #expect(first(Self.journal).name == "Go on: lab-barrier")
        var journal = Journal()
        journal.add(Journal.Entry(lab: "lab-singleton", variant: "actor", next: nil, isFinished: true))
        #expect(first(journal).action == .exercise("01-once"))
        let passed = ["01-once": HomeContents.Work(isPassed: true, words: "passed")]
        #expect(first(journal, passed).action == .lab("barrier", from: nil))
        journal.add(Journal.Entry(exercise: "01-once"))
        #expect(first(journal).action == .exercise("01-once"))
        #expect(first(journal, passed).action == .lab("barrier", from: nil))
        journal.add(Journal.Entry(lab: "lab-barrier", variant: "actor", next: nil, isFinished: true))
        #expect(first(journal, passed).name == "All of the path is done.")
        // A lab that is no longer there.
        journal.add(Journal.Entry(lab: "lab-gone", variant: "a", next: "b", isFinished: false))
        #expect(first(journal, passed).name == "All of the path is done.")
        #expect(HomeContents(Self.course, journal, work: passed).progress == "3 of 3 done")
    }

    @Test("Each entry opens what it names; headings cannot be chosen")
    func opened() {
        var model = Self.model()
        var actions: [HomeModel.Request] = []
        for _ in 0..<12 {
            _ = model.frame(columns: 80, rows: 24)
            if let request = model.take(.enter) { actions.append(request) } else { _ = model.take(.escape) }
            _ = model.take(.down)
        }
        #expect(
            actions.prefix(6) == [
                .open(.lab("barrier", from: "actor")), .open(.verdict(["replay", "token", "bank.swift", "--step"], folder: "/tmp")),
                .open(.page("docs/start-here.md")), .open(.lab("singleton", from: nil)), .open(.exercise("01-once")),
                .open(.lab("barrier", from: nil)),
            ])
        #expect(model.take(.character("q")) == .quit)
    }

    @Test("The name of a file is typed, and explored; Escape and an empty name explore nothing")
    func ownFile() {
        for (keys, expected) in [
            ([Key.enter], nil), ([.character("x"), .escape], nil),
            ([.character("a"), .character("q"), .enter], HomeModel.Request.open(.file("aq"))),
        ] {
            var model = Self.model()
            _ = model.take(.down)
            _ = model.take(.down)
            #expect(model.take(.enter) == nil)
            #expect(model.frame(columns: 80, rows: 24).text(.plain).contains("your file: "))
            var last: HomeModel.Request?
            for key in keys { last = model.take(key) }
            #expect(last == expected)
        }
    }

    @Test("Search, parts, ends and the mouse choose entries")
    func moves() {
        var model = Self.model()
        func line() -> String { model.contents.lines[model.selection].name }
        for key in "/once" { _ = model.take(.character(key)) }
        _ = model.take(.enter)
        #expect(line() == "01-once")
        _ = model.take(.character("n"))
        _ = model.take(.character("g"))
        #expect(model.selection == 0)
        _ = model.take(.tab)
        #expect(line() == "bank.swift")
        _ = model.take(.backTab)
        #expect(model.selection == 0)
        _ = model.take(.character("G"))
        #expect(model.selection == model.contents.lines.count - 1)
        _ = model.take(.home)
        _ = model.frame(columns: 80, rows: 24)
        _ = model.take(.mouse(MouseEvent(.click, column: 4, row: HomeModel.rowsAbove + 2)))
        #expect(line() == "bank.swift")
        let twice = model.take(.mouse(MouseEvent(.doubleClick, column: 4, row: HomeModel.rowsAbove)))
        #expect(twice == .open(.lab("barrier", from: "actor")))
        _ = model.take(.mouse(MouseEvent(.click, column: 4, row: HomeModel.rowsAbove + 1)))
        #expect(model.selection == 0)
    }

    @Test("Every key of the table is known, in any order and at any size, and every frame has the screen's size")
    func anyKeys() {
        var model = Self.model()
        for (columns, rows) in [(80, 24), (60, 20), (40, 12), (39, 12), (20, 3), (1, 1), (300, 90)] {
            for key in KeyTable.rows(on: .home).flatMap(\.commands.keys) {
                _ = model.take(key)
                #expect(model.message != KeyTable.unknown, "\(key)")
                let frame = model.frame(columns: columns, rows: rows)
                let isWhole = frame.rows.count == rows && frame.rows.allSatisfy { $0.count == columns }
                #expect(isWhole, "\(key) at \(columns)×\(rows)")
                _ = model.take(.escape)
            }
        }
        #expect(model.frame(columns: 30, rows: 8).text(.plain).contains("This needs 40 columns"))
        let ascii = Style(isASCII: true)
        var plain = Self.model(style: ascii)
        let others = plain.frame(columns: 80, rows: 24).text(ascii).filter { !$0.isASCII }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("After an entry has run, it is still chosen")
    func updated() {
        var model = Self.model()
        _ = model.take(.down)
        var journal = Self.journal
        journal.add(Journal.Entry(verdictOn: "new.swift", command: ["t"], folder: "/", sentence: "s"))
        model.update(HomeContents(Self.course, journal, work: [:]))
        #expect(model.contents.lines[model.selection].name == "bank.swift")
    }

    @Test("The screen, as golden files", arguments: [(80, 24), (60, 20), (200, 60)])
    func golden(_ columns: Int, _ rows: Int) {
        let work = ["01-once": HomeContents.Work(isPassed: false, words: "2 attempts")]
        var model = Self.model(Self.journal, work)
        expectGolden("home-\(columns)", model.frame(columns: columns, rows: rows).text(.plain))
    }

    @Test("A page is wrapped, scrolled and searched; a link is its words, and a table is a list")
    func page() {
        let text =
            "# Title\n\nSome [words](x.md) and `code`.\n\n| a | b |\n|---|---|\n| 1 | two |\n\n    indented code\n\n- item one\n  goes on\n"
        var page = PageModel(title: "docs/x.md", markdown: text + String(repeating: "\nline\n", count: 60), style: .plain)
        let first = page.frame(columns: 60, rows: 20).text(.plain)
        for words in ["docs/x.md", "Title", "Some words and code.", "1  two", "    indented code", "- item one goes on"] {
            #expect(first.contains(words), "\(words)")
        }
        #expect(!first.contains("---|"))
        page.take(.character("G"))
        #expect(!page.frame(columns: 60, rows: 20).text(.plain).contains("Some words"))
        for key in "/some" { page.take(.character(key)) }
        page.take(.enter)
        #expect(page.frame(columns: 60, rows: 20).text(.plain).contains("Some words"))
        page.take(.character("q"))
        #expect(page.isOver)
    }
}
