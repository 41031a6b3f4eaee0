import TestSupport
import Testing
import Timeline
import Trace
import Words

@testable import Narration
@testable import Terminal

/// The screen that goes through a run step by step: keys go in, rows come out.
@Suite(.startsProcesses) struct StepperModelTests {
    private static let path = "/code/bank.swift"
    private static let code = [
        "final class Account {", "    var balance = 100", "    let gate = NSLock()  // not used", "",
        "    func pay(_ amount: Int) -> Bool {",
        "        guard balance >= amount else { return false }", "        balance -= amount", "        return true", "    }", "}", "",
        "func scenario() -> String {", "\tlet account = Account()", "\tlet first = Thread { _ = account.pay(80) }",
        "\tlet second = Thread { _ = account.pay(80) }", "\tfirst.start(); second.start()", "\treturn \"balance \\(account.balance)\"", "}",
    ]

    /// - Parameter line: the text of line 7.
    static func trace(_ line: String = code[6], values: Bool = true) -> (trace: Trace, source: SourceText) {
        var run = Run(lanes: ["main", "thread 1", "thread 2"])
        run.trace.origin = .explorer
        var time: Int64 = 0
        func add(_ kind: Event.Kind, _ lane: Int, line: Int, _ found: String? = nil, _ left: String? = nil, _ meaning: StepMeaning = []) {
            time += 1
            run.at(0)
            let place = run.place(path, line)
            run.trace.events.append(Event(time: time, kind: kind, lane: lane, object: 0x10000, argument: 8, place: place))
            if [.memoryRead, .memoryWritten].contains(kind) {
                run.trace.values.append(
                    VariableValue(
                        time: time, variable: 0x10000, found: values ? found : nil, left: values ? left : nil,
                        access: kind == .memoryRead ? .read : .written))
            }
            if !meaning.isEmpty { run.trace.meanings[time] = meaning }
        }
        run.trace.variables[0x10000] = "Account.balance"
        run.trace.variableNames[0x10000] = "Account.balance"
        add(.note, 0, line: 16)
        add(.memoryRead, 1, line: 6, "100", nil, .races)
        add(.memoryRead, 2, line: 6, "100", nil, [.races, .decides])
        add(.memoryRead, 2, line: 7, "100", nil, .races)
        add(.memoryWritten, 2, line: 7, "100", "20", [.races, .decides])
        add(.memoryRead, 1, line: 7, "20", nil, .races)
        add(.memoryWritten, 1, line: 7, "20", "-60", [.races, .fails])
        add(.memoryRead, 0, line: 17, "-60")
        run.trace.notes = [Trace.Note(time: 1, lane: 0, text: "begins")]
        run.trace.duration = time
        var lines = code
        lines[6] = line
        return (run.trace, SourceText(path: path, lines: lines))
    }

    private static func model(_ parts: (trace: Trace, source: SourceText) = trace(), style: Style = .plain) -> StepperModel {
        let log = StepLog(parts.trace)
        return StepperModel(
            log, ProgramHistory(log), style: style, first: log.index(ofDecidingFrom: -1) ?? 0, sources: SourceTexts([parts.source]))
    }

    private func press(_ keys: String, _ model: inout StepperModel) {
        for key in keys { model.take(key == "\n" ? .enter : .character(key)) }
    }

    private func text(_ model: inout StepperModel, _ columns: Int = 80, _ rows: Int = 24) -> String {
        model.frame(columns: columns, rows: rows).text(model.style)
    }

    @Test("Source, markers, values and sentence have room at every size", arguments: [(80, 24), (110, 30), (200, 60), (60, 20), (40, 12)])
    func golden(_ columns: Int, _ rows: Int) {
        var model = Self.model()
        press("..", &model)
        let frame = model.frame(columns: columns, rows: rows)
        #expect(frame.rows.count == rows)
        expectGolden("stepper-\(columns)x\(rows)", frame.text(.plain))
    }

    @Test("It opens at the moment of the failure, ! goes to the steps whose order decides, and g 1 and Home go to the start")
    func opening() {
        let parts = Self.trace(), log = StepLog(parts.trace)
        #expect(log.firstShown() == 6 && log.firstShown(ownFile: "bank.swift") == 6)
        var model = StepperModel(log, ProgramHistory(log), style: .plain, first: log.firstShown(), sources: SourceTexts([parts.source]))
        #expect(model.index == 6)
        for step in [2, 4, 2] {
            press("!", &model)
            #expect(model.index == step)
        }
        model.take(.home)
        #expect(model.index == 0)
        model.take(.end)
        press("g1\n", &model)
        #expect(model.index == 0)
    }

    @Test("The viewer opens at the moment of the failure of an explored run, too, and at the start of one that does not fail")
    func viewer() {
        let run = ViewerRun(title: "token", trace: Self.trace().trace)
        #expect(ViewerModel(heading: "", runs: [run], style: .plain).runs[0].step == 6)
        var passing = run
        passing.trace.meanings = [:]
        #expect(ViewerModel(heading: "", runs: [passing], style: .plain).runs[0].step == 0)
        passing.trace.meanings = run.trace.meanings.filter { $0.value.contains(.decides) }
        #expect(ViewerModel(heading: "", runs: [passing], style: .plain).runs[0].step == 4)
    }

    @Test("The thread that moves, the other threads and the changed value are marked")
    func marks() {
        var model = Self.model()
        press("..", &model)
        let rows = text(&model).split(separator: "\n").map(String.init)
        #expect(rows.contains { $0.contains("▶C") && $0.contains("7 │         balance -= amount") })
        #expect(rows.contains { $0.contains(" B ") && $0.contains("6 │         guard") })
        #expect(rows.contains { $0.contains("W  Account.balance  100 → 20") })
        #expect(rows.contains { $0.contains("thread 1") && $0.contains("line 6") })
    }

    @Test("Forwards and backwards show the same screens, at any size in between")
    func bothWays() {
        var model = Self.model()
        press("\u{67}1\n", &model)
        var forwards: [String] = []
        for step in 0..<8 {
            if step > 0 { press(".", &model) }
            _ = text(&model, 40 + 20 * step, 12 + 5 * step)
            forwards.append(text(&model))
        }
        var backwards: [String] = []
        for step in 0..<8 {
            if step > 0 { press(",", &model) }
            backwards.append(text(&model))
        }
        #expect(forwards == backwards.reversed())
    }

    @Test("Keys go to the next switch, the thread's next step, the next change and a line")
    func moves() {
        var model = Self.model()
        func index(_ keys: String) -> Int {
            press(keys, &model)
            return model.index
        }
        #expect(index("g1\n") == 0)
        #expect(index("}") == 1)
        #expect(index("}") == 2)
        #expect(index("}") == 5)
        #expect(index("{") == 2)
        #expect(index(")") == 3)
        #expect(index("(") == 2)
        #expect(index(">") == 4)
        #expect(index(">") == 6)
        #expect(index("<") == 4)
        #expect(index(":17\n") == 7)
        #expect(index(":bank.swift:6\n") == 1)
        #expect(index("/-60\n") == 6)
        press(":99\n", &model)
        #expect(model.message?.contains("no step is at line 99") == true)
        press("r", &model)
        #expect(model.chosen == "Account.balance")
    }

    @Test("A value that cannot be read is ?")
    func unknownValue() {
        var model = Self.model(Self.trace(values: false))
        press("..", &model)
        #expect(text(&model).contains("W  Account.balance  ?"))
    }

    @Test(
        "Lines with tabs, wide and combining characters, control bytes and 300 columns stay in their pane",
        arguments: [
            "\tbalance -= amount\t// t", "let 写真の列 = \"ｆｕｌｌ\" + balance; balance -= amount // 写真写真写真写真写真写真写真写真写真",
            "cafe\u{301} ไทยทำ क्षि 👩‍👩‍👧 balance -= amount", "\u{1B}[31m\u{7}\u{8}balance\u{202E} -= amount\r",
            String(repeating: "balance -= amount; ", count: 16), "",
        ])
    func oddLines(_ line: String) {
        var model = Self.model(Self.trace(line))
        press("..", &model)
        for (columns, rows) in [(80, 24), (110, 30), (200, 60), (60, 20), (40, 12)] {
            let text = text(&model, columns, rows)
            #expect(!text.unicodeScalars.contains { $0.value < 32 && $0.value != 10 || $0.value == 0x202E || $0.value == 127 })
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for row in lines { #expect(displayWidth(String(row)) <= columns, "\(row)") }
            #expect(columns < 80 || text.contains("balance  100 → 20"), "\(text)")
        }
    }

    @Test("Without colour nothing but text is written; in ASCII nothing but ASCII; with colour keywords have one")
    func looks() {
        var plain = Self.model(), ascii = Self.model(style: .ascii), coloured = Self.model(style: .colour)
        #expect(!text(&plain).contains("\u{1B}"))
        #expect(text(&ascii).utf8.allSatisfy { $0 < 128 })
        #expect(text(&coloured).contains("\u{1B}[0;1;38;5;63mguard"))
    }

    @Test("A line of a file that has changed, or that cannot be read, is not shown as if it were the line that ran")
    func changedFile() {
        var (trace, source) = Self.trace()
        for index in trace.places.indices { trace.places[index].call?.text = "    something else" }
        var model = Self.model((trace, source))
        #expect(text(&model).contains("has changed"))
        #expect(text(&model).contains("something else"))
        let log = StepLog(trace)
        model = StepperModel(log, ProgramHistory(log), style: .plain, first: 2)
        #expect(text(&model).contains("reads Account.balance"))
    }

    @Test("? shows each key of the table, and Enter shows the whole step; any key closes them")
    func overlays() {
        var model = Self.model()
        press("?", &model)
        var help = ""
        for _ in 0..<40 {
            help += text(&model)
            model.take(.down)
        }
        for row in KeyTable.rows(on: .stepper) { #expect(help.contains(row.shown), "\(row.shown)") }
        press("x\n", &model)
        #expect(text(&model).contains("The values after it:"))
        press("x", &model)
        #expect(model.overlay == nil && !model.isOver)
        press("q", &model)
        #expect(model.isOver)
    }

    @Test("A click goes to its sentence, or to the next step at its line; the wheel steps, and a double click shows the detail")
    func mouse() throws {
        var model = Self.model()
        func rows() -> [String] { text(&model).split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        func mouse(_ action: MouseEvent.Action, _ row: Int, _ column: Int = 4) {
            model.take(.mouse(MouseEvent(action, column: column, row: row)))
        }
        mouse(.click, try #require(rows().firstIndex { $0.contains("#5") }))
        #expect(model.index == 4)
        mouse(.click, try #require(rows().firstIndex { $0.contains("6 │         guard") }), 20)
        #expect(model.index == 1)
        mouse(.wheelDown, 0)
        mouse(.wheelDown, 0)
        mouse(.wheelUp, 0)
        #expect(model.index == 2)
        mouse(.doubleClick, 0)
        #expect(model.overlay == .detail)
        mouse(.wheelDown, 3)
        #expect(model.overlay == .detail && model.overlayScroll > 0)
        mouse(.click, 3)
        #expect(model.overlay == nil)
        // Where there is nothing to pick, nothing happens.
        for place in [(23, 4), (12, 79), (100, 100)] { mouse(.click, place.0, place.1) }
        #expect(model.index == 2 && model.message == nil)
    }

    @Test("A page is ten steps, half a page five, and neither goes beyond the ends; gg and G go to the ends")
    func pages() {
        var model = Self.model()
        var found: [Int] = []
        let keys: [Key] = [
            .pageDown, .control("u"), .control("d"), .control("b"), .pageDown, .character("g"), .character("g"), .character("G"),
        ]
        for key in keys {
            model.take(key)
            found.append(model.index)
        }
        #expect(found == [7, 2, 7, 0, 7, 7, 0, 7])
        model.take(.pageDown)
        #expect(model.message == "this is the end of the run")
    }

    @Test("Every key of the table is known to the model")
    func known() {
        for key in KeyTable.rows(on: .stepper).flatMap(\.commands.keys) {
            var model = Self.model()
            model.take(key)
            #expect(model.message != KeyTable.unknown, "\(key)")
        }
    }

    @Test("A key that leads nowhere says why, in one line of 80 columns")
    func messages() {
        var model = Self.model()
        for keys in ["g1\n,", "g8\n.", "}", "g1\n{", "(", "g99\n", "gx\n", "g2ms\n", "/nowhere\n", "[", "]", ":x\n", "!!", "\u{7E}"] {
            press(keys, &model)
            let last = text(&model).split(separator: "\n").last.map(String.init) ?? ""
            #expect(displayWidth(last) <= 80 && last.hasPrefix("["), "\(last)")
        }
    }

    @Test("The text has each step's line and values")
    func plainText() {
        let log = StepLog(Self.trace().trace)
        var text = ""
        log.printSteps(.init(width: 100)) {
            text += $0
            return true
        }
        #expect(text.contains("thread 2: writes Account.balance: 100 → 20  (bank.swift:7)"))
        #expect(text.contains("        Account.balance 100 → 20\n"))
        #expect(!text.contains("\u{1B}"))
    }
}
