import Terminal
import TestSupport
import Testing
import Timeline

@testable import Grading
@testable import Learning

@Suite("The learner's screen: keys, pages and requests", .startsProcesses) struct LearnerModelTests {
    private func page(_ model: LearnerModel, columns: Int = 80, rows: Int = 24) -> String {
        var model = model
        return model.frame(columns: columns, rows: rows).text(.plain)
    }

    private func failing(_ style: Style = .plain) -> LearnerModel {
        var model = Samples.model(style: style)
        model.show(Samples.refused, seconds: 1.44, isUnchanged: false, solution: nil)
        model.picture = LearnerPicture(caption: "The run. s goes through it step by step.", trace: SampleRuns.barrier())
        return model
    }

    @Test("A verdict brings up its page: the first failed check, the picture, the other checks")
    func verdict() {
        let model = failing()
        #expect(model.page == .verdict)
        expectGolden("verdict-80", page(model))
        expectGolden("verdict-40", page(model, columns: 40, rows: 12))
        var tall = failing()
        let text = tall.text(of: .verdict, width: 100)
        let order = ["✗ one instance", "Try this: a `static let`", "The run.", "✗ later callers", "✓ the photos"].map {
            text.firstRange(of: $0)?.lowerBound
        }
        #expect(order.allSatisfy { $0 != nil } && order.compactMap(\.self).sorted() == order.compactMap(\.self), "\(text)")
        // s does what this command does.
        #expect(!text.contains("interleave replay"))
    }

    @Test("L leads to the lab of the exercise and ~ to the home; without them, the keys say so and are not among the hints")
    func ways() {
        var model = failing()
        #expect(model.take(.character("L")) == nil && model.message == "No lab belongs to this exercise.")
        #expect(model.take(.character("~")) == nil && model.message?.contains("home") == true)
        _ = model.take(.resized)
        model.message = nil
        #expect(!page(model, columns: 200).contains("L lab") && !page(model, columns: 200).contains("~ home"))
        model.ways.lab = "singleton"
        model.ways.hasHome = true
        #expect(page(model, columns: 200).contains("L lab") && page(model, columns: 200).contains("~ home"))
        #expect(model.take(.character("L")) == .lead(.command(["lab", "singleton"], leavesText: true)))
        #expect(model.take(.character("~")) == .lead(.command([], leavesText: false)))
        // Where lines are typed, the words do the same.
        #expect(model.take(line: "lab") == .lead(.command(["lab", "singleton"], leavesText: true)))
    }

    @Test("p plays a small test with the learner's file; where there is none, it says so and is not among the hints")
    func play() {
        var model = failing()
        #expect(!page(model, columns: 200).contains("p play"))
        #expect(model.take(.character("p")) == nil && model.message?.contains("no small test") == true)
        model.message = nil
        model.ways.game = ["play", "01-once", "--attempt", "Exercise.swift"]
        #expect(page(model, columns: 200).contains("p play"))
        let game = LearnerModel.Request.lead(.command(["play", "01-once", "--attempt", "Exercise.swift"], leavesText: false))
        #expect(model.take(.character("p")) == game && model.take(line: "play") == game)
    }

    @Test("The verdict on the original text has each mistake without its advice, until the first hint was asked for")
    func adviceAfterAHint() {
        var model = Samples.model()
        model.show(Samples.refused, seconds: nil, isUnchanged: true, solution: nil)
        let first = model.text(of: .verdict, width: 100)
        #expect(first.contains("got 2 different catalogues. See line 12") && first.contains("h shows a hint"))
        #expect(!first.contains("Try this") && !first.contains("static let"), "\(first)")
        _ = model.take(.character("h"))
        let later = model.text(of: .verdict, width: 100)
        #expect(later.contains("Try this: a `static let`") && !later.contains("h shows a hint"))
        // The hints of an earlier day count, and so does an attempt of one's own.
        var again = Samples.model()
        again.record.hints = 1
        again.show(Samples.refused, seconds: nil, isUnchanged: true, solution: nil)
        #expect(again.text(of: .verdict, width: 100).contains("Try this"))
        #expect(failing().verdict != nil && page(failing()).contains("Try this"))
        // The reason why nothing could be run can have advice, too.
        var verdict = Samples.refused
        verdict.trouble = "It crashed. See line 3 of Exercise.swift.\nTry this: a lock."
        again.record.hints = 0
        again.show(verdict, seconds: nil, isUnchanged: true, solution: nil)
        let crashed = again.text(of: .verdict, width: 100)
        #expect(crashed.contains("It crashed. See line 3") && !crashed.contains("a lock"), "\(crashed)")
    }

    @Test("At 80×24 the task begins with the learner's file and what to do with it", arguments: Exercise.all.map(\.name))
    func fileAboveTheTask(_ name: String) throws {
        var model = Samples.model()
        let task = try String(contentsOfFile: "\(Samples.root)/Exercises/\(name)/README.md", encoding: .utf8)
        model.open(0, .init(file: "Exercises/\(name)/Exercise.swift", task: task, hints: []), LearnerRecord())
        let rows = page(model).split(separator: "\n")
        #expect(rows.contains { $0.hasPrefix("Your file: Exercises/\(name)/Exercise.swift") }, "\(rows)")
        #expect(rows.contains { $0.contains("each time you save it") })
    }

    @Test(
        "A task says what `learn` says: the command that opens it, that each save is graded, and the key for a hint",
        arguments: Exercise.all)
    func taskAsInLearn(_ exercise: Exercise) throws {
        let task = try String(contentsOfFile: "\(Samples.root)/Exercises/\(exercise.name)/README.md", encoding: .utf8)
        let words = task.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let hint = try #require(KeyTable.rows(on: .learner).first { $0.commands.values.contains(.hint) }).shown
        let learn = "`swift run interleave learn \(exercise.name)` grades it each time you save it, and its key `\(hint)` gives a hint."
        #expect(words.contains(learn))
        #expect(words.contains("`swift run interleave grade \(exercise.name)`") && !words.contains("--hint"))
    }

    @Test("A pass shows the explanation, the solution and the learner's own work, and n goes on; a failure shows none of that")
    func passed() {
        var model = Samples.model(passing: [1])
        model.show(Samples.accepted, seconds: 0.9, isUnchanged: false, solution: Samples.solution)
        expectGolden("passed-80", page(model))
        #expect(model.take(.character("n")) == .open(2))
        model.show(Samples.refused, seconds: 1, isUnchanged: false, solution: nil)
        #expect(!page(model).contains("Why it works"))
    }

    @Test("Hints come one by one, a look back reveals no other one, and each new one is reported")
    func hints() {
        var model = failing()
        #expect(model.take(.character("h")) == .shown(hints: 1))
        #expect(model.page == .hints && page(model).contains("Follow two threads") && !page(model).contains("One step"))
        #expect(model.take(.escape) == nil && model.page == .verdict)
        #expect(model.take(.character("h")) == nil && model.hintsShown == 1)
        #expect(model.take(.character("h")) == .shown(hints: 2))
        #expect(model.take(.character("h")) == .shown(hints: 3))
        #expect(model.take(.character("h")) == nil && model.message == "These are all the hints.")
        expectGolden("hints-80", page(model))
    }

    @Test("r asks first: only y resets")
    func reset() {
        for (key, request) in [(Key.character("y"), LearnerModel.Request.reset), (.character("r"), nil), (.enter, nil), (.endOfInput, nil)]
        {
            var model = failing()
            #expect(model.take(.character("r")) == nil)
            #expect(page(model).contains("y: yes"))
            #expect(model.take(key) == request)
            if request == nil { #expect(model.message == "Nothing was reset.") }
            #expect(model.take(.character("y")) == nil)
        }
    }

    @Test("n goes on after a pass; before it, n asks, and a second n goes on")
    func next() {
        var model = failing()
        #expect(model.take(.character("n")) == nil)
        #expect(page(model).contains("01-once has not passed yet. n again"))
        #expect(model.take(.character("n")) == .open(1))
        #expect(model.take(.character("n")) == nil)
        // Another key means what it always means.
        #expect(model.take(.character("l")) == nil && model.page == .list)
        #expect(model.take(.character("n")) == nil)

        var last = Samples.model(passing: Set(0..<Exercise.some.count))
        #expect(last.take(.character("n")) == nil && last.message == "All exercises have passed.")
    }

    @Test("The list shows each exercise and its progress; Up, Down and Enter open another one, Escape goes back")
    func list() {
        var model = Samples.model(passing: [0, 2])
        #expect(model.take(.character("l")) == nil)
        expectGolden("list-80", page(model))
        _ = model.take(.down)
        _ = model.take(.character("j"))
        _ = model.take(.up)
        #expect(model.take(.enter) == .open(1))
        _ = model.take(.end)
        #expect(model.take(.enter) == .open(Exercise.some.count - 1))
        #expect(page(model).contains("> ") && page(model).contains(Exercise.some.last?.name ?? ""))
        #expect(model.take(.escape) == nil && model.page == .task)
    }

    @Test("s asks for the steps only if there is a run, and says so otherwise")
    func steps() {
        var model = Samples.model()
        #expect(model.take(.character("s")) == nil && model.message?.contains("no run yet") == true)
        #expect(!page(model).contains("s step"))
        var verdict = Samples.refused
        verdict.trace = "/tmp/x.trace"
        model.show(verdict, seconds: nil, isUnchanged: false, solution: nil)
        #expect(model.take(.character("s")) == .stepThrough)
        #expect(page(model).contains("s step"))
    }

    @Test("The final verdict after an early one keeps the page and the place of its reader")
    func early() {
        var model = failing()
        let early = Samples.verdict([Samples.failed("one instance", 3, "Two.")], isEarly: true)
        model.begin("compiling your code")
        model.show(early, seconds: 1, isUnchanged: false, solution: nil)
        model.grading?.step = "running every interleaving"
        #expect(model.status.words.hasPrefix("Not yet: running every interleaving"))
        _ = model.take(.character("h"))
        model.show(Samples.refused, seconds: 2, isUnchanged: false, solution: nil)
        #expect(model.page == .hints)
        // A new save's verdict comes to the front, also if only the early verdict on the text before was there.
        model.show(early, seconds: 2, isUnchanged: false, solution: nil)
        _ = model.take(.character("h"))
        model.begin("compiling your code")
        #expect(!model.status.words.hasPrefix("Not yet") && model.page == .hints)
        model.show(Samples.refused, seconds: 2, isUnchanged: false, solution: nil)
        #expect(model.page == .verdict)
    }

    @Test("The verdict on the original code leaves the task visible, and says how to see why")
    func unchanged() {
        var model = Samples.model()
        model.show(Samples.refused, seconds: nil, isUnchanged: true, solution: nil)
        #expect(model.page == .task)
        #expect(page(model).contains("v shows why") && page(model).contains("The original code: not yet"))
        _ = model.take(.character("v"))
        #expect(model.page == .verdict && page(model).contains("This is the original code."))
    }

    @Test("A file that cannot be graded has its reason on the page, until the next grading")
    func failure() {
        var model = failing()
        model.fail("Cannot create a folder.\nFree some space.")
        #expect(page(model).contains("Free some space.") && page(model).contains("could not be graded"))
        model.begin("compiling your code")
        #expect(!page(model).contains("Free some space."))
    }

    @Test("Long pages scroll, and the rule says where; keys beyond the ends do no harm")
    func scrolling() {
        var model = failing()
        for key in [Key.up, .pageUp, .home] { _ = model.take(key) }
        #expect(page(model, rows: 14).contains("lines 1 to 10 of"))
        _ = model.take(.pageDown)
        #expect(!page(model, rows: 14).contains("✗ one instance"))
        for _ in 0..<50 { _ = model.take(.pageDown) }
        var end = model
        #expect(end.frame(columns: 80, rows: 14).text(.plain).contains("✓ the photos are read once"))
        #expect(end.scroll < 40)
    }

    @Test("At every size the frame has exactly the rows and columns of the screen")
    func sizes() {
        for (columns, rows) in [(80, 24), (200, 60), (40, 12), (39, 12), (10, 3), (1, 1)] {
            for keys: [Key] in [[], [.character("h")], [.character("l")], [.character("?")], [.character("t")]] {
                var model = failing()
                for key in keys { _ = model.take(key) }
                let frame = model.frame(columns: columns, rows: rows)
                #expect(frame.rows.count == rows && frame.rows.allSatisfy { $0.count == columns }, "\(columns)×\(rows)")
            }
        }
    }

    @Test("With ASCII only, no other character is drawn")
    func ascii() {
        for key in "hlt?v" {
            var model = failing(.ascii)
            _ = model.take(.character(key))
            let text = model.frame(columns: 80, rows: 24).text(.ascii)
            #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
        }
    }

    @Test("Each key of the table does something, and ? lists each of them")
    func table() {
        var help = Samples.model()
        _ = help.take(.character("?"))
        let text = help.text(of: .keys, width: 80)
        for row in KeyTable.rows(on: .learner) {
            #expect(text.contains(row.shown) && !row.commands.isEmpty)
            for key in row.commands.keys {
                var model = failing()
                _ = model.take(key)
                #expect(model.message != KeyTable.unknown, "\(key)")
            }
        }
        var model = failing()
        #expect(model.take(.character("z")) == nil && model.message == KeyTable.unknown)
    }

    @Test("A search goes to the lines of its page: while it goes on, n and N are its keys, and Escape ends it")
    func search() {
        var model = failing()
        func press(_ keys: String) { for key in keys { _ = model.take(key == "\n" ? .enter : .character(key)) } }
        _ = model.take(.character("?"))
        _ = page(model)
        press("/Escape")
        #expect(model.typing.prompt != nil && page(model).contains("search: Escape"))
        press("\n")
        let first = model.scroll
        #expect(model.message == "match 1 of 2: n next, N before, Esc ends the search")
        press("n")
        #expect(model.scroll > first && model.page == .keys)
        press("N")
        #expect(model.scroll == first)
        press("N")
        #expect(model.message?.hasPrefix("match 2 of 2") == true)
        _ = model.take(.escape)
        press("N")
        #expect(model.message == "There is no search yet: type /, a word and Enter.")
        press("/nowhere\n")
        #expect(model.message == "this page does not contain \"nowhere\"" && model.typing.search.isEmpty)
        press("n")
        #expect(model.message?.contains("has not passed yet") == true)
    }

    @Test("In the list a click chooses, a double click opens, a search chooses, and the wheel moves")
    func mouse() {
        var model = failing()
        _ = model.take(.character("l"))
        _ = page(model)
        func mouse(_ action: MouseEvent.Action, _ row: Int) -> LearnerModel.Request? {
            model.take(.mouse(MouseEvent(action, column: 9, row: row)))
        }
        #expect(mouse(.click, LearnerModel.rowsAbove + 1) == nil && model.selection == 1)
        #expect(mouse(.wheelDown, 9) == nil && model.selection == 2)
        #expect(mouse(.doubleClick, LearnerModel.rowsAbove + 1) == .open(1))
        #expect(mouse(.click, 0) == nil && mouse(.click, 23) == nil && model.selection == 1)
        for key in "/" + model.list[2].name { _ = model.take(.character(key)) }
        _ = model.take(.enter)
        #expect(model.selection == 2 && model.take(.enter) == .open(2))
    }

    @Test("A schedule is a table of the lines that the threads take in turn")
    func schedule() {
        var run = Run(lanes: ["main thread", "block 1"])
        let test = run.place("/p/Explored.swift", 3)
        let places = [1, 2, 3].map { run.place("/p/Exercise.swift", $0) }
        for (step, (lane, place)) in [(0, test), (0, places[0]), (1, places[0]), (1, places[0]), (1, places[1]), (0, places[1])]
            .enumerated()
        {
            run.at(Int64(step + 1))
            run.event(.memoryRead, lane, place: place)
        }
        run.at(9)
        run.event(.waitBegan, 0, detail: 1, place: places[2])
        let table = ScheduleTable(
            run.trace, file: "Exercise.swift", text: "if instance == nil {\n    instance = Catalogue()\nlock.lock()\n")
        #expect(table.rows.map(\.line) == [1, 1, 2, 2, 3] && table.rows.map(\.lane) == [0, 1, 1, 0, 0] && table.isTelling)
        var page = PageText(width: 60, style: .plain)
        table.add(to: &page)
        expectGolden("schedule-60", page.canvas.text(.plain))
        // A thread alone needs no table.
        #expect(!ScheduleTable(run.trace, file: "Other.swift", text: "").isTelling)
    }

    @Test("Typed lines mean the same as keys: a letter, its word, or an exercise's number or name")
    func lines() {
        var model = failing()
        #expect(model.take(line: "h") == .shown(hints: 1))
        #expect(model.take(line: " Hint ") == .shown(hints: 2))
        #expect(model.take(line: "5") == .open(4))
        #expect(model.take(line: "02-reader-writer") == .open(1))
        #expect(model.take(line: "reset") == nil && model.take(line: "yes") == .reset)
        #expect(model.take(line: "") == nil)
        #expect(model.take(line: "dance") == nil && model.message?.contains("The commands are: h hint") == true)
        #expect(model.take(line: "99") == nil && model.message?.contains("99") == true)
        #expect(model.take(line: "quit") == .quit)
    }
}
