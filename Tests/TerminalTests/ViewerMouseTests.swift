import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// A click picks what is under it; the wheel scrolls, zooms or steps.
@Suite(.startsProcesses) struct ViewerMouseTests {
    private func model() -> (model: ViewerModel, rows: [[Character]]) {
        var model = ViewerModel(
            heading: "", runs: [ViewerRun(title: "run", trace: SampleRuns.barrier())], style: .plain, size: (80, 24))
        let rows = drawn(&model)
        return (model, rows)
    }

    private func drawn(_ model: inout ViewerModel) -> [[Character]] {
        model.frame(columns: 80, rows: 24).rows.map { $0.map { $0.glyph ?? " " } }
    }

    /// The place of a text on the screen, at its last letter.
    private func place(of text: String, in rows: [[Character]]) throws -> (row: Int, column: Int) {
        let row = try #require(rows.firstIndex { String($0).contains(text) })
        let range = try #require(String(rows[row]).firstRange(of: text))
        return (row, String(rows[row])[..<range.upperBound].count - 1)
    }

    private func turn(
        _ action: MouseEvent.Action, _ place: (row: Int, column: Int), shift: Bool = false, control: Bool = false
    ) -> Key {
        .mouse(MouseEvent(action, isShifted: shift, isControl: control, column: place.column, row: place.row))
    }

    @Test("A click on a bar goes to the begin of its item, in every row of a barrier; a click in the log goes to that event")
    func click() throws {
        var (model, rows) = model()
        for text in ["add(_:) #1", "photos() #2", "photos() #1"] {
            model.take(turn(.click, try place(of: text, in: rows)))
            #expect(model.runs[0].current?.text.contains("\(text) starts") == true, "\(text): \(model.runs[0].step)")
        }
        model.take(turn(.click, try place(of: "#5", in: drawn(&model))))
        #expect(model.runs[0].step == 4)
        model.take(turn(.click, (2, 79)))
        let last = model.runs[0].step
        #expect(last >= model.runs[0].log.count - 2)
        for place in [(0, 0), (2, 0), (23, 79), (100, 100)] { model.take(turn(.click, place)) }
        #expect(model.runs[0].step == last)
    }

    @Test("The wheel at the axis zooms around its column, in the log it steps, and with Shift it moves in time")
    func wheel() throws {
        var (model, rows) = model()
        let place = try place(of: "add(_:) #1", in: rows)
        model.take(turn(.wheelUp, (2, place.column)))
        let window = try #require(model.window)
        #expect(window.count == Int(model.length / 2))
        model.take(turn(.wheelDown, place, shift: true))
        #expect(try #require(model.window).lowerBound > window.lowerBound)
        model.take(turn(.wheelDown, (2, place.column)))
        #expect(model.window == nil)
        // With Ctrl it zooms around its column, wherever it is on the picture.
        model.take(turn(.wheelUp, place, control: true))
        #expect(model.window == window)
        model.take(turn(.wheelDown, place, control: true))
        #expect(model.window == nil)
        let log = try self.place(of: "Log:", in: drawn(&model)).row + 2
        model.take(turn(.wheelDown, (log, 5)))
        #expect(model.runs[0].step == 1)
        model.take(.character("?"))
        _ = drawn(&model)
        model.take(turn(.wheelDown, (5, 5)))
        #expect(model.overlay == .help && model.overlayScroll == 3)
    }

    @Test("A double click opens the detail of what the first click has picked")
    func doubleClick() throws {
        var (model, rows) = model()
        let place = try place(of: "add(_:) #1", in: rows)
        model.take(turn(.click, place))
        let picked = model.runs[0].step
        model.take(turn(.doubleClick, place))
        #expect(model.overlay == .detail && model.runs[0].step == picked)
    }

    @Test("j and k scroll the lanes, G goes to the end, = zooms, F1 shows the keys, and a pasted text is no key")
    func keys() {
        var (model, _) = model()
        model.take(.character("j"))
        #expect(model.runs[0].scroll == 1)
        model.take(.character("k"))
        #expect(model.runs[0].scroll == 0)
        model.take(.character("="))
        #expect(model.window != nil)
        model.take(.character("G"))
        #expect(model.runs[0].step == model.runs[0].log.count - 1)
        model.take(.paste("q"))
        #expect(!model.isOver && model.message == KeyTable.pasted)
        model.take(.control("d"))
        #expect(model.runs[0].scroll == 4)
        model.take(.control("f"))
        #expect(model.runs[0].scroll == 12)
        model.take(.control("b"))
        model.take(.control("u"))
        #expect(model.runs[0].scroll == 0)
        model.take(.control("l"))
        #expect(!model.isOver && model.message == nil)
        for key in "gg" { model.take(.character(key)) }
        #expect(model.runs[0].step == 0 && model.typing.prompt == nil)
        model.take(.function(1))
        #expect(model.overlay == .help)
    }
}
