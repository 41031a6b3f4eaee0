import Terminal
import Narration
import TestSupport
import Testing
import Trace

/// A console whose keys are known beforehand and that keeps what was written.
private struct ScriptedConsole: StepperConsole {
    var input: [StepperInput]
    var output = ""
    var size: (columns: Int, rows: Int) = (80, 24)

    init(_ keys: String) { input = keys.utf8.map { .byte($0) } }
    mutating func read() -> StepperInput { input.isEmpty ? .end : input.removeFirst() }
    mutating func write(_ text: String) { output += text }
}

@Suite(.startsProcesses) struct StepperTests {
    /// Three items on a serial queue: nine events, nine sentences.
    private static func trace() -> Trace {
        var trace = Trace()
        trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "worker 1")]
        trace.queues = [Trace.Queue(address: 1, label: "photoQueue", kind: .serial)]
        for number in 0..<3 {
            let start = Int64(number) * 1_000_000
            trace.items.append(
                Trace.Item(
                    id: UInt64(number + 10), queue: 0, label: "add(_:) #\(number + 1)", enqueued: start, began: start + 1_000,
                    ended: start + 5_000, lane: 1, enqueuedOnLane: 0))
            for (kind, offset) in [(Event.Kind.itemEnqueued, Int64(0)), (.itemBegan, 1_000), (.itemEnded, 5_000)] {
                trace.events.append(
                    Event(time: start + offset, kind: kind, lane: offset == 0 ? 0 : 1, object: UInt64(number + 10), argument: 1))
            }
        }
        return trace
    }

    private func run(_ keys: String, trace: Trace = Self.trace(), look: StepperLook = StepperLook()) -> (output: String, left: Int) {
        var stepper = Stepper(StepLog(trace), look: look, console: ScriptedConsole(keys))
        let console = stepper.run()
        return (console.output, console.input.count)
    }

    /// Numbers of the sentences in the order in which they were shown.
    private func shown(_ output: String) -> [Int] {
        output.matches(of: /\#(\d+)\s\s/).compactMap { Int($0.1) }
    }

    @Test("Keys go forwards, backwards and to a number, and quitting leaves later keys unread")
    func moves() {
        let (output, left) = run("  bg7\nq  ")
        #expect(shown(output) == [1, 2, 3, 2, 7])
        #expect(left == 2)
    }

    @Test("The keys that find events do so here, too: search, next match, cause and effect, a mark, and the detail")
    func finding() {
        #expect(shown(run("/#3 starts\n").output).last == 8)
        #expect(shown(run("/starts\nnN").output) == [1, 2, 5, 2])
        #expect(run("/nowhere\n").output.contains("no event of this run contains \"nowhere\""))
        #expect(run("n").output.contains("no search yet"))
        #expect(shown(run("][").output) == [1, 2, 1])
        #expect(run("[").output.contains("no event is known that led to this one"))
        #expect(run("m.").output.contains("from #1"))
        #expect(run("\n").output.contains("No line of source is known"))
    }

    @Test("Enter shows the whole state, also the part of its lines that is cut below a sentence")
    func wholeState() {
        var trace = Trace()
        trace.lanes = [Trace.Lane(name: "main", isMain: true)]
        trace.queues = [Trace.Queue(address: 1, label: "photoQueue", kind: .serial)]
        for number in 1...5 {
            trace.items.append(
                Trace.Item(
                    id: UInt64(number), queue: 0, label: "makeThumbnails(of:) #\(number)", enqueued: Int64(number), enqueuedOnLane: 0))
            trace.events.append(Event(time: Int64(number), kind: .itemEnqueued, lane: 0, object: UInt64(number), argument: 1))
        }
        func words(_ output: String) -> String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let all = (1...5).map { "makeThumbnails(of:) #\($0)" }.joined(separator: ", ")
        #expect(!words(run("....", trace: trace).output).contains("queued " + all))
        #expect(words(run("....\n", trace: trace).output).contains("queued " + all))
    }

    @Test("A key of the full screen is named as such, and any other key without a command gets a message, too")
    func otherKeys() {
        #expect(run("w").output.contains("is a key of the full screen"))
        #expect(run("x").output.contains("this key does nothing here (? shows all keys)"))
    }

    @Test("? shows each key of the table that is meant for the steps, but not those that lead to another screen")
    func help() {
        let lines = run("?").output.split(separator: "\n")
        for row in KeyTable.rows(on: .stepper) {
            let leads = row.commands.values.contains { ScreenCommand.leading.contains($0) }
            #expect(lines.contains { $0.contains(row.words.prefix(30)) } == !leads, "\(row.shown)")
        }
    }

    @Test("The end of the input ends the stepper, even in the middle of a number")
    func endOfInput() {
        #expect(shown(run("").output) == [1])
        #expect(shown(run(" g1").output) == [1, 2])
    }

    @Test("Before the first sentence, after the last one, and at a number out of range, it stays and says why")
    func limits() {
        #expect(run("b").output.contains("this is the start of the run"))
        let (end, _) = run("g9\n ")
        #expect(shown(end) == [1, 9])
        #expect(end.contains("this is the end of the run"))
        #expect(run("g10\n").output.contains("there is no #10: give a number from 1 to 9"))
        #expect(run("g0\n").output.contains("there is no #0"))
    }

    @Test("Below a sentence is the state of that moment, also after going back")
    func panel() {
        let (output, _) = run(" b ")
        let parts = output.split(separator: "\u{1B}[J")
        #expect(parts.count >= 3)
        #expect(parts[0].contains("│ photoQueue: queued add(_:) #1"))
        #expect(parts[1].contains("│ photoQueue: running add(_:) #1"))
        #expect(parts[2].contains("│ photoQueue: queued add(_:) #1"))
    }

    @Test("No line is wider than the terminal")
    func width() {
        var stepper = Stepper(
            StepLog(Self.trace()),
            console: {
                var console = ScriptedConsole(String(repeating: " ", count: 9)); console.size = (40, 10); return console
            }())
        let output = stepper.run().output.replacing(/\u{1B}\[\d*[A-Z]/, with: "")
        for line in output.split(whereSeparator: { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }) { #expect(line.count <= 40, "\(line)") }
    }

    @Test("With an ASCII look only ASCII is written")
    func ascii() {
        let (output, _) = run("  ?q", look: StepperLook(isASCII: true))
        #expect(output.utf8.allSatisfy { $0 < 128 })
    }

    @Test("When the process was stopped and continues, the sentence is shown again")
    func redraw() {
        var console = ScriptedConsole("")
        console.input = [.byte(32), .redraw, .byte(32), .byte(UInt8(ascii: "q"))]
        var stepper = Stepper(StepLog(Self.trace()), console: console)
        #expect(shown(stepper.run().output) == [1, 2, 2, 3])
    }

    @Test("A run without events says so and ends")
    func empty() {
        let (output, left) = run("  ", trace: Trace())
        #expect(output == "This run has no events to step through.\n")
        #expect(left == 2)
    }

    @Test("Printing all writes every sentence once, without escape codes, and stops when the reader has gone")
    func printAll() {
        let log = StepLog(Self.trace())
        var text = ""
        log.printAll(.init()) {
            text += $0; return true
        }
        #expect(shown(text) == Array(1...9))
        #expect(!text.contains("\u{1B}"))
    }
}
