import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

@Suite("Keys that lead to another variant, to the log, and to other screens", .startsProcesses) struct WaysTests {
    private static let variants = ["unprotected", "barrier", "serial"]

    private static func ways(_ variants: [String] = variants, exercises: [Ways.Exercise] = [.init(name: "02-reader-writer")]) -> Ways {
        var ways = Ways()
        ways.lab = "barrier"
        ways.variants = variants
        ways.exercises = exercises
        ways.page = Ways.Page(file: "/Labs/Barrier/README.md", title: "Labs/Barrier/README.md")
        ways.hasHome = true
        return ways
    }

    /// The screen of a lab after some of its runs.
    private static func lab(_ titles: [String] = ["unprotected", "barrier"], _ ways: Ways = ways()) -> ViewerModel {
        let runs = titles.map { ViewerRun(title: $0, summary: "what \($0) does", trace: SampleRuns.barrier()) }
        var model = ViewerModel(heading: "lab-barrier", runs: runs, style: .plain)
        model.begin(Lesson(number: titles.count, of: ways.variants.count))
        model.ways = ways
        return model
    }

    private func press(_ keys: String, _ model: inout ViewerModel) { for key in keys { model.take(.character(key)) } }

    private func text(_ model: inout ViewerModel, columns: Int = 80, rows: Int = 24) -> String {
        model.frame(columns: columns, rows: rows).text(.plain)
    }

    @Test("V lists the variants; one that was not run has no description yet, and Enter leaves for it")
    func otherVariant() {
        var model = Self.lab()
        press("V", &model)
        let shown = text(&model)
        #expect(shown.contains("Variants of lab-barrier") && shown.contains("unprotected  what unprotected does"), "\(shown)")
        #expect(shown.contains("barrier      shown now") && shown.contains("> 3  serial       not run yet"), "\(shown)")
        model.take(.enter)
        #expect(model.isOver && model.ending == .goesTo("serial"))
    }

    @Test("V and Enter go back to the variant before, as often as one likes; a number chooses, other keys close the list")
    func back() {
        var model = Self.lab()
        press("V1", &model)
        #expect(model.runs[model.current].run.title == "unprotected" && !model.isOver)
        #expect(text(&model).contains("1 of 3: unprotected"))
        for title in ["barrier", "unprotected", "barrier"] {
            press("V", &model)
            model.take(.enter)
            #expect(model.runs[model.current].run.title == title && model.overlay == nil)
        }
        for key in [Key.escape, .character("V"), .character("x")] {
            press("V", &model)
            model.take(key)
            #expect(model.overlay == nil && !model.isOver)
        }
        // Another run by Tab counts, too.
        model.take(.tab)
        press("V", &model)
        #expect(model.selection == 1)
    }

    @Test("After a jump, a variant has its own number, and V chooses the one that the learner came from")
    func numberAfterAJump() {
        var ways = Self.ways()
        ways.variantBefore = "unprotected"
        var model = Self.lab(["unprotected", "serial"], ways)
        press("V", &model)
        #expect(model.selection == 0)
        model.take(.enter)
        #expect(text(&model).contains("1 of 3: unprotected"))
        model.take(.tab)
        #expect(text(&model).contains("2 of 3: serial"), "the lesson says which one it is")
    }

    @Test("A list that is longer than the screen follows the chosen line", arguments: [(80, 24), (60, 12), (40, 12)])
    func longList(_ columns: Int, _ rows: Int) {
        let names = (1...30).map { "variant-\($0)" }
        var model = Self.lab(["variant-1"], Self.ways(names))
        press("V", &model)
        _ = text(&model, columns: columns, rows: rows)
        press("G", &model)
        #expect(text(&model, columns: columns, rows: rows).contains("> 30  variant-30"))
        press("kk", &model)
        #expect(text(&model, columns: columns, rows: rows).contains("> 28  variant-28"))
        model.take(.home)
        #expect(text(&model, columns: columns, rows: rows).contains(">  1  variant-1 "))
        press("jj", &model)
        model.take(.enter)
        #expect(model.ending == .goesTo("variant-3"))
    }

    @Test("X, P, E, L and ~ lead from a lab's run to its exploration, its page, its exercise, its log and the home")
    func fromALab() {
        let expected: [(Character, Ways.Place)] = [
            ("X", .command(["lab", "barrier", "--variant", "barrier", "--explore"], leavesText: true)),
            ("P", .page(Ways.Page(file: "/Labs/Barrier/README.md", title: "Labs/Barrier/README.md"))),
            ("E", .command(["learn", "02-reader-writer"], leavesText: false)), ("~", .command([], leavesText: false)),
        ]
        for (key, place) in expected {
            var model = Self.lab()
            press("\(key)", &model)
            #expect(model.leading == place && model.wantsTerminal && model.message == nil, "\(key)")
        }
        var model = Self.lab()
        press("L", &model)
        #expect(model.wantsLog && model.wantsTerminal && model.leading == nil)
        // The exploration is that of the run at the cursor.
        model = Self.lab()
        press("1X", &model)
        #expect(model.leading == .command(["lab", "barrier", "--variant", "unprotected", "--explore"], leavesText: true))
    }

    @Test("E chooses among several exercises, beginning with the one that names the variant; without one it says so")
    func exercises() {
        let several = [
            Ways.Exercise(name: "03-group-notify", topic: "when all are there"),
            Ways.Exercise(name: "04-group-balance", topic: "enter and leave", variant: "barrier"),
        ]
        var model = Self.lab(["barrier"], Self.ways(exercises: several))
        press("E", &model)
        let shown = text(&model)
        #expect(shown.contains("Exercises of lab-barrier") && shown.contains("> 2  04-group-balance  enter and leave"), "\(shown)")
        model.take(.up)
        model.take(.enter)
        #expect(model.leading == .command(["learn", "03-group-notify"], leavesText: false))
        var without = Self.lab(["barrier"], Self.ways(exercises: []))
        press("E", &without)
        #expect(without.leading == nil && without.message == "no exercise belongs to this lab")
    }

    @Test("Outside of a lab these keys say why they lead nowhere, are not among the hints, and L still shows the log")
    func outsideOfALab() {
        var model = ViewerModel(heading: "", runs: [ViewerRun(title: "run", trace: SampleRuns.barrier())], style: .plain)
        for key in "VXPE~" {
            press("\(key)", &model)
            #expect(model.message != nil && !model.wantsTerminal && model.overlay == nil, "\(key)")
            #expect(model.message?.contains("does nothing") == false)
        }
        model.take(.resized)
        let hints = text(&model, columns: 400)
        for hint in ["V variants", "X explore", "P page", "E exercise", "~ home"] { #expect(!hints.contains(hint)) }
        #expect(hints.contains("L log"))
        var lab = Self.lab()
        let all = text(&lab, columns: 400)
        for hint in ["V variants", "X explore", "P page", "E exercise", "~ home", "L log"] { #expect(all.contains(hint), "\(all)") }
        press("L", &model)
        #expect(model.wantsLog)
    }

    @Test("p plays a schedule of an explored program that can be played; everywhere else it shows how long items waited")
    func play() {
        var ways = Ways()
        ways.game = ["play", "bank.swift"]
        var schedule = SampleRuns.barrier()
        schedule.origin = .explorer
        for (trace, ways, leads) in [(schedule, ways, true), (schedule, Ways(), false), (SampleRuns.barrier(), ways, false)] {
            var model = ViewerModel(heading: "bank.swift", runs: [ViewerRun(title: "bank", trace: trace)], style: .plain)
            model.ways = ways
            press("p", &model)
            #expect((model.leading == .command(["play", "bank.swift"], leavesText: false)) == leads && (model.overlay == .load) != leads)
        }
    }

    /// The steps of a run.
    private static func steps(_ ways: Ways) -> StepperModel {
        let log = StepLog(SampleRuns.barrier())
        return StepperModel(log, ProgramHistory(log), style: .plain, ways: ways)
    }

    @Test("From a verdict's steps, L leads to the lab, E to the exercise, p to the game, ~ to the home; from a picture's log, L leads back")
    func fromSteps() {
        var ways = Self.ways([])
        ways.variant = "barrier"
        ways.game = ["play", "bank.swift", "--from", "0am287g00g17e"]
        let expected: [(Character, Ways.Place)] = [
            ("L", .command(["lab", "barrier", "--variant", "barrier"], leavesText: true)),
            ("E", .command(["learn", "02-reader-writer"], leavesText: false)), ("~", .command([], leavesText: false)),
            ("p", .command(ways.game, leavesText: false)),
        ]
        for (key, place) in expected {
            var model = Self.steps(ways)
            model.take(.character(key))
            #expect(model.leading == place && !model.isOver, "\(key)")
        }
        ways.isBelowPicture = true
        var below = Self.steps(ways)
        below.take(.character("L"))
        #expect(below.isOver && below.leading == nil)
        var alone = Self.steps(Ways())
        for key in "LEXPp~" {
            alone.take(.character(key))
            #expect(alone.message?.isEmpty == false && alone.leading == nil, "\(key)")
        }
        #expect(!alone.frame(columns: 300, rows: 40).text(.plain).contains("~ home"))
        #expect(!alone.frame(columns: 300, rows: 40).text(.plain).contains("p play"))
        var offered = Self.steps(Self.ways([]))
        #expect(offered.frame(columns: 300, rows: 40).text(.plain).contains("~ home"))
    }
}
