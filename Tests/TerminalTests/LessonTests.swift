import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// A lab's lesson on the full screen: the answer to the question, and the way on to the next variant.
@Suite(.startsProcesses) struct LessonTests {
    /// Two runs, the second with a lesson.
    private func model(
        number: Int = 2, columns: Int = 80, rows: Int = 24, moment: Int64? = nil, answer: String = "You were right: 1, none.",
        style: Style = .plain
    ) -> ViewerModel {
        let runs = [SampleRuns.barrier(), SampleRuns.barrier()].enumerated().map { index, trace in
            ViewerRun(title: ["unprotected", "barrier"][index], trace: trace)
        }
        var model = ViewerModel(heading: "lab-test", runs: runs, style: style, size: (columns, rows))
        model.begin(Lesson(number: number, of: 3, answer: answer.isEmpty ? [] : [[Span(.text, answer)]], moment: moment))
        return model
    }

    private func text(_ model: inout ViewerModel) -> String {
        model.frame(columns: model.size.columns, rows: model.size.rows).text(model.style)
    }

    @Test("In a narrow terminal the title keeps the name of the variant, and leaves out the marks")
    func title() {
        let trace = SampleRuns.barrier()
        for (columns, hasMarks) in [(120, true), (60, false)] {
            var model = ViewerModel(
                heading: "lab-queues", runs: [ViewerRun(title: "concurrent-target", trace: trace)], style: .plain, size: (columns, 20))
            model.begin(Lesson(number: 11, of: 12))
            let title = text(&model).split(separator: "\n").first.map(String.init) ?? ""
            #expect(title.contains("11 of 12: concurrent-target"), "\(title)")
            #expect(title.contains("▰") == hasMarks, "\(title)")
        }
    }

    @Test("After --from, the runs keep the numbers of their variants")
    func numbers() {
        var model = model(number: 3, columns: 120)
        for key in ["e", "1"] as [Character] { model.take(.character(key)) }
        model.overlay = nil
        #expect(text(&model).contains("2 of 3: unprotected"), "\(text(&model))")
    }

    @Test("The screen opens on the last run, with the answer and how far the learner is", arguments: [(80, 24), (60, 20), (200, 60)])
    func opens(_ columns: Int, _ rows: Int) {
        var model = model(columns: columns, rows: rows)
        let text = text(&model)
        #expect(text.hasPrefix("lab-test  ▰▰▱  2 of 3: barrier"))
        #expect(text.contains("You were right: 1, none.") && text.contains("Enter: next variant"))
        var last = self.model(number: 3, columns: columns, rows: rows, style: .ascii)
        let ascii = self.text(&last)
        #expect(ascii.hasPrefix("lab-test  ###  3 of 3: barrier") && ascii.contains("Enter: end"))
    }

    @Test(
        "Nothing of the picture is left beside the frame of the answer, and nothing of the frame after a key",
        arguments: [(80, 24), (80, 16), (71, 15), (160, 50)])
    func frame(_ columns: Int, _ rows: Int) {
        let answer = "You were right: 1, none. " + String(repeating: "A barrier runs alone. ", count: 9)
        var model = model(columns: columns, rows: rows, answer: answer)
        let framed = text(&model).split(separator: "\n").filter { line in "┌│└".contains { line.drop { $0 == " " }.first == $0 } }
        #expect(framed.count { "┘│┐".contains($0.last ?? " ") } >= 4)
        let box = framed.drop { !$0.contains("the answer") }
        #expect(!box.isEmpty && box.allSatisfy { "┐│┘".contains($0.last ?? " ") }, "\(box.joined(separator: "\n"))")
        model.overlay = nil
        var plain = self.model(columns: columns, rows: rows, answer: "")
        #expect(text(&model) == text(&plain))
    }

    @Test("On a small screen the picture begins with the queues, and not with the threads that wait above them")
    func smallScreen() {
        var run = Run(lanes: ["main"] + (1...20).map { "reader \($0)" })
        let queue = run.queue("photoQueue", .concurrent, created: true), group = run.object("group 1", .group)
        for thread in 3...20 { run.wait(.group, for: group, by: thread) }
        let barrier = run.enqueue("add", on: queue, barrier: true)
        run.begin(barrier, on: 1)
        run.at(900)
        run.end(barrier)
        for thread in 3...20 { run.waitOver(by: thread) }
        func lanes(_ rows: Int) -> [Substring] {
            var model = ViewerModel(heading: "", runs: [ViewerRun(title: "run", trace: run.trace)], style: .plain, size: (60, rows))
            return Array(text(&model).split(separator: "\n").drop { !$0.contains("┌") }.dropFirst().prefix { !$0.contains("Log:") })
        }
        #expect(lanes(15).contains { $0.hasPrefix("photoQueue") } && lanes(15).contains { $0.contains("more above") }, "\(lanes(15))")
        #expect(lanes(15).allSatisfy { !$0.contains("more below") } && lanes(40).first?.hasPrefix("reader") == true)
    }

    @Test("The cursor is at the moment that answers the question")
    func moment() throws {
        let trace = SampleRuns.barrier()
        let began = try #require(trace.items.first(where: \.isBarrier)?.began)
        let model = model(moment: began)
        #expect(model.runs[1].time == began)
        #expect(self.model().runs[1].step == 0)
    }

    @Test("Enter at the answer continues; q leaves, there and on the picture")
    func endings() {
        var goesOn = model()
        goesOn.take(.enter)
        #expect(goesOn.isOver && goesOn.ending == .goesOn)
        var leaves = model()
        leaves.take(.character("q"))
        #expect(leaves.isOver && leaves.ending == .quit)
        var later = model()
        later.take(.character("."))
        later.take(.character("q"))
        #expect(later.isOver && later.ending == .quit)
        var closed = model()
        closed.take(.endOfInput)
        #expect(closed.isOver && closed.ending == .quit)
    }

    @Test("Any other key closes the answer and has its usual effect; e shows the answer again")
    func looking() {
        var model = model()
        model.take(.character("."))
        #expect(model.overlay == nil && model.runs[1].step == 1)
        #expect(text(&model).contains("e answer, go on"))
        // Enter on the picture shows the event, as it does everywhere.
        model.take(.enter)
        #expect(!model.isOver && model.overlay == .detail)
        model.take(.escape)
        model.take(.character("e"))
        #expect(model.overlay == .answer)
        model.take(.character("c"))
        #expect(model.shown.count == 2 && model.overlay == nil)
        model.take(.character("e"))
        model.take(.enter)
        #expect(model.isOver && model.ending == .goesOn)
    }

    @Test("The answer is about the run that was made last: e shows that run, from whichever run it is pressed")
    func fromAnotherRun() {
        var model = model()
        model.take(.escape)
        model.take(.character("1"))
        #expect(model.current == 0)
        model.take(.character("e"))
        #expect(model.current == 1 && model.overlay == .answer && text(&model).contains("barrier: the answer"))
    }

    @Test("Without a question, e continues; without a lesson, e says what it is for")
    func withoutQuestion() {
        var model = model(answer: "")
        #expect(model.overlay == nil)
        model.take(.character("e"))
        #expect(model.isOver && model.ending == .goesOn)
        var plain = ViewerModel(heading: "", runs: [ViewerRun(title: "run", trace: SampleRuns.barrier())], style: .plain)
        plain.take(.character("e"))
        #expect(!plain.isOver && plain.message != nil)
    }

    @Test("An answer that is longer than the screen is scrolled")
    func long() {
        var model = model(rows: 14, answer: (1...160).map { "word\($0)" }.joined(separator: " "))
        #expect(text(&model).contains("word1 ") && !text(&model).contains("word160"))
        for _ in 0..<60 { model.take(.down) }
        #expect(text(&model).contains("word160"))
    }

    @Test(
        "At every size the answer leaves the top of the picture, says when there is more, and shows all of it when it is scrolled",
        arguments: [(40, 12), (50, 14), (60, 15), (80, 12), (80, 16), (80, 24), (200, 60)])
    func sizes(_ columns: Int, _ rows: Int) {
        let words = (1...80).map { "word\($0)" }
        var model = model(columns: columns, rows: rows, answer: words.joined(separator: " "))
        let first = text(&model)
        #expect(first.contains("photoQueue") && first.contains("─┴"), "\(first)")
        #expect(first.contains("more: Down") != first.contains("word80"), "\(first)")
        #expect(first.contains("Enter: next variant") || columns == 40 && first.contains("more"), "\(first)")
        var seen = first
        for _ in 0..<40 {
            model.take(.down)
            seen += text(&model)
        }
        for word in words { #expect(seen.contains(word)) }
        #expect(model.overlay == .answer)
        // Left and right of the box is nothing.
        for line in text(&model).split(separator: "\n").filter({ $0.contains("word") }) {
            #expect(line.trimmingPrefix(while: { $0 == " " }).hasPrefix("│") && line.hasSuffix("│"), "\(line)")
        }
    }
}
