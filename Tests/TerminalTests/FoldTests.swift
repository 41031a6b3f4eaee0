import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

@Suite("The lab's staging is folded on the screens, and a key opens it") struct FoldTests {
    private func stepper(_ style: Style = .plain) -> StepperModel {
        var log = StepLog(SampleRuns.drivenDeadlock())
        log.fold(showing: .lab([.init(file: "FromThenTo.swift")]))
        return StepperModel(log, ProgramHistory(log), style: style, first: log.firstShown())
    }

    private func viewer(_ columns: Int = 100, _ rows: Int = 40) -> ViewerModel {
        var run = ViewerRun(title: "abba", trace: SampleRuns.drivenDeadlock())
        run.shownFiles = .lab([.init(file: "FromThenTo.swift")])
        return ViewerModel(heading: "lab-deadlock", runs: [run], style: .plain, size: (columns, rows))
    }

    private func text(_ model: inout StepperModel, _ columns: Int = 80, _ rows: Int = 24) -> String {
        model.frame(columns: columns, rows: rows).text(model.style)
    }

    private func text(_ model: inout ViewerModel) -> String { model.frame(columns: 100, rows: 40).text(.plain) }

    @Test("The stepper goes over a fold in one step, and t opens it and closes it", arguments: [Style.plain, .ascii])
    func stepping(_ style: Style) {
        var model = stepper(style)
        let sign = style.isASCII ? "..." : "⋯"
        model.take(.home)
        model.take(.character("."))
        let first = model.index
        #expect(text(&model).contains("lock 1: block 1 acquires it"))
        #expect(text(&model).contains("\(sign) \(first) steps of the lab's staging (t)"))
        model.take(.character("."))
        #expect(text(&model).contains("\(sign) \(model.index - first - 1) steps of the lab's staging (t)"))
        model.take(.character("t"))
        let opened = text(&model)
        #expect(opened.contains("with the lab's staging") && !opened.contains("steps of the lab's staging"))
        model.take(.character(","))
        #expect(model.index > first + 1)
        model.take(.character("t"))
        #expect(text(&model).contains("without the lab's staging"))
    }

    @Test("A jump into a fold shows that step, and the fold on both sides of it")
    func jump() {
        var model = stepper()
        for key in "g2" { model.take(.character(key)) }
        model.take(.enter)
        let frame = text(&model)
        #expect(model.index == 1 && frame.contains("submits block 2") && frame.contains("⋯ 1 step of the lab's staging"))
    }

    @Test("A deadlock is drawn as its circle, on a small screen too", arguments: [(80, 24), (80, 18), (160, 40)])
    func circle(_ columns: Int, _ rows: Int) {
        var model = stepper()
        let frame = text(&model, columns, rows)
        #expect(frame.contains("╭→ block 1  holds lock 1 (line 12)  →  wants lock 2 (line 14)"))
        #expect(frame.contains("╰─ block 2  holds lock 2 (line 12)  →  wants lock 1 (line 14)"))
        #expect(frame.split(separator: "\n", omittingEmptySubsequences: false).count == rows)
    }

    @Test("The viewer opens at the deadlock with its circle, folds its log and its state, and t opens both")
    func viewing() {
        var model = viewer()
        let folded = text(&model)
        #expect(folded.contains("╭→ block 1  holds lock 1 (line 12)"))
        #expect(folded.contains("steps of the lab's staging (t)") && folded.contains("of the lab's staging (t)"))
        model.take(.home)
        model.take(.character("."))
        #expect(text(&model).contains("lock 1: block 1 acquires it"))
        model.take(.character("t"))
        #expect(!text(&model).contains("steps of the lab's staging"))
        model.take(.character(","))
        #expect(!text(&model).contains("this is the start"))
    }

    @Test("Plain text has one line for a fold, and says which option shows it")
    func plain() {
        func lines(_ files: [String]) -> [String] {
            var log = StepLog(SampleRuns.drivenDeadlock()), text = ""
            log.fold(showing: .lab(files.map { .init(file: $0) }))
            log.printSteps(.init(width: 100)) { piece in
                text += piece
                return true
            }
            return text.split(separator: "\n").map(String.init)
        }
        let folded = lines(["FromThenTo.swift"]), whole = lines([])
        #expect(folded.count { $0.contains("of the lab's staging (--staging shows them)") } == 3)
        #expect(!folded.contains { $0.contains("everybody") } && whole.contains { $0.contains("everybody") })
        #expect(folded.contains { $0.hasPrefix("#") && $0.contains("lock 1: block 1 acquires it") } && folded.count < whole.count)
    }
}

/// The same in a real terminal.
@Suite(.serialized, .enabled(if: TerminalScreen.isAvailable, TerminalScreen.isMissing), .startsProcesses) struct FoldTerminalTests {
    @Test("Both screens open at the circle of a deadlock; t opens the staging; Home goes to the start", arguments: ["", "view"])
    func deadlock(_ kind: String) throws {
        let screen = try TerminalScreen(running: "TerminalProbe deadlock \(kind); echo exit=$?")
        screen.wait(for: "╰─ block 2  holds lock 2 (line 12)  →  wants lock 1 (line 14)")
        #expect(screen.visible.contains("╭→ block 1  holds lock 1 (line 12)  →  wants lock 2 (line 14)"))
        #expect(!screen.visible.contains("everybody"))
        screen.press("Home")
        screen.press(".")
        screen.wait(for: "2 steps of the lab's staging (t)")
        screen.press("t")
        screen.wait(for: "`everybody`: main thread enters")
        screen.leave()
    }
}
