import Narration
import Timeline
import Trace

/// Where a stepper reads keys and shows lines: a terminal, or a test's list of bytes.
public protocol StepperConsole {
    /// Waits for a byte. `.redraw` when the screen's contents may be gone (the process was stopped
    /// and continues).
    mutating func read() -> StepperInput
    mutating func write(_ text: String)
    /// Columns and rows at this moment.
    var size: (columns: Int, rows: Int) { get }
}

/// The result of a console's `read`.
public enum StepperInput: Equatable, Sendable {
    case byte(UInt8)
    /// Nothing has followed the last byte for a moment.
    case pause
    case redraw
    /// There will be no more.
    case end
}

/// Goes through a step log sentence by sentence, forwards and backwards, with the state of that instant below each.
///
/// Sentences stay on the screen as a log that grows downwards; only the state and the line with the keys are replaced.
public struct Stepper<Console: StepperConsole> {
    private let log: StepLog
    private let panel: StatePanel
    private let look: StepperLook
    private let first: Int
    private var console: Console
    private var keys = StepperKeys()
    /// Index of the sentence that was shown last.
    private var index = -1
    /// Lines below the sentence that the next key replaces.
    private var linesBelow = 0
    /// The latest search.
    private var searched = TextSearch()
    /// Index of the sentence that is marked.
    private var mark: Int?

    /// - Parameter ownFile: the learner's own file, without its folders: begins at the first event there.
    public init(_ log: StepLog, look: StepperLook = StepperLook(), ownFile: String? = nil, console: Console) {
        self.log = log
        first = log.firstShown(ownFile: ownFile)
        self.look = look
        self.console = console
        panel = StatePanel(log)
    }

    /// Runs until the learner quits or the input ends; the console as it is then.
    public mutating func run() -> Console {
        guard log.count > 0 else {
            console.write("This run has no events to step through.\n")
            return console
        }
        show(first)
        while true {
            let input = console.read()
            switch input {
            case .end:
                leave()
                return console
            case .redraw: redraw()
            case .byte, .pause:
                let commands = if case .byte(let byte) = input { keys.take(byte) } else { keys.pause() }
                for command in commands {
                    if command == .obey(.quit) {
                        leave()
                        return console
                    }
                    obey(command)
                }
            }
        }
    }

    private mutating func obey(_ command: StepperCommand) {
        switch command {
        case .obey(let command): obey(command)
        case .goTo(let number):
            if (1...log.count).contains(number) {
                show(number - 1)
            } else {
                prompt("there is no #\(number): give a number from 1 to \(log.count)")
            }
        case .goToMoment(let time):
            if log.trace.origin == .explorer {
                prompt("this run has steps and no times: give the number of an event")
            } else {
                show(log.index(at: time))
            }
        case .goToLine(let wanted):
            if let found = log.index(ofLine: wanted.line, in: wanted.file, from: index) {
                show(found)
            } else {
                prompt("no step is at line \(wanted.line)")
            }
        case .search(let latest):
            searched = latest
            search(isForward: true)
        case .typing(let typed?): prompt(typed.shown(columns: width - 1 - place.count, Style(isASCII: look.isASCII)))
        case .typing(nil): prompt(nil)
        case .refused(let reason): prompt(reason)
        case .unknown(let key):
            if let row = KeyTable.elsewhere(key, on: .stepper) {
                prompt("\(row.shown) is a key of the full screen: leave out --step to use it")
            } else {
                prompt(KeyTable.unknown)
            }
        }
    }

    private mutating func obey(_ command: ScreenCommand) {
        switch command {
        case .next: show(log.index(ofShownFrom: index, isForward: true), or: "this is the end of the run")
        case .previous: show(log.index(ofShownFrom: index, isForward: false), or: "this is the start of the run")
        case .pageDown, .halfPageDown, .pageUp, .halfPageUp: leap(command)
        case .first: show(0)
        case .last: show(log.count - 1)
        case .cause:
            if let cause = log.index(ofCauseOf: index) { show(cause) } else { prompt("no event is known that led to this one") }
        case .effect:
            if let effect = log.index(ofEffectOf: index) { show(effect) } else { prompt("no event is known that this one led to") }
        case .nextSwitch, .previousSwitch:
            show(log.index(ofSwitchFrom: index, isForward: command == .nextSwitch), or: "no other thread moves there")
        case .nextOfThread, .previousOfThread:
            show(
                log.index(ofLane: log.lane(of: index), from: index, isForward: command == .nextOfThread),
                or: "this thread makes no step there")
        case .deciding: show(log.index(ofDecidingFrom: index), or: "no step of this run is known to decide a failure")
        case .nextVariable, .previousVariable, .nextChange, .previousChange: prompt("this run has no values of variables")
        case .nextMatch: search(isForward: true)
        case .previousMatch: search(isForward: false)
        case .mark:
            mark = mark == index ? nil : index
            prompt(nil)
        case .detail: detail()
        case .help: help()
        case .redraw: redraw()
        default: prompt(KeyTable.unknown)
        }
    }

    /// Some steps on or back, but not beyond the first one or the last one.
    private mutating func leap(_ command: ScreenCommand) {
        let isForward = command == .pageDown || command == .halfPageDown
        let isHalf = command == .halfPageDown || command == .halfPageUp
        let count = isHalf ? StepperModel.stepsOfPage / 2 : StepperModel.stepsOfPage
        let found = log.index(ofShownFrom: index, by: isForward ? count : -count)
        if found == index { return obey(isForward ? .next : .previous) }
        show(found)
    }

    private mutating func show(_ step: Int?, or reason: String) {
        if let step { show(step) } else { prompt(reason) }
    }

    private mutating func search(isForward: Bool) {
        let match = searched.next(in: log, from: index, isForward: isForward, limit: .max, Style(isASCII: look.isASCII))
        show(match.index, or: match.message ?? "")
    }

    // MARK: Drawing

    private var width: Int { max(20, console.size.columns) }

    /// Removes the state and the line with the keys, where they can still be reached.
    private func erasing() -> String {
        if linesBelow == 0 { return "\r\u{1B}[K" }
        return linesBelow < console.size.rows ? "\r\u{1B}[\(linesBelow)A\u{1B}[J" : "\r\u{1B}[K"
    }

    private mutating func show(_ new: Int) {
        var text = index < 0 ? "" : erasing()
        index = new
        let layout = StepLog.Layout(width: width, isASCII: look.isASCII)
        for line in log.lines(of: log[index], layout) { text += look.paint(line) + "\n" }
        console.write(text + below())
    }

    /// The state of this instant, a line each, and the line with the keys.
    private mutating func below(_ message: String? = nil) -> String {
        let limit = max(2, min(10, console.size.rows - 6))
        let lines = panel.lines(log.state(at: index), width: width - 5, limit: limit, isASCII: look.isASCII)
        linesBelow = lines.count
        return lines.map { "  " + (look.isASCII ? "| " : "│ ") + look.paint($0) + "\n" }.joined() + promptLine(message)
    }

    private var place: String {
        let marked = mark.map { "\(log.duration(from: $0, to: index)) from #\($0 + 1)  " } ?? ""
        return "[\(index + 1)/\(log.count)] " + marked
    }

    private func promptLine(_ message: String?) -> String {
        let words = message ?? KeyTable.hints(on: .stepper, width: width - 1 - place.count, isOffered: \.staysHere)
        let line = [Span(.number, place), Span(.place, words)]
        return look.paint(StatePanel.fit(line, width: width - 1, isASCII: look.isASCII))
    }

    private mutating func prompt(_ message: String?) { console.write("\r\u{1B}[K" + promptLine(message)) }

    private mutating func redraw() {
        linesBelow = 0
        console.write("\r\u{1B}[K")
        let shown = index
        index = -1
        show(shown)
    }

    /// The keys, from the table in which they are looked up.
    private mutating func help() {
        let rows = KeyTable.rows(on: .stepper).filter(\.staysHere)
        let column = (rows.map(\.shown.count).max() ?? 0) + 2
        var text = ""
        for row in rows {
            let words = StepLog.wrap([Span(.text, row.words)], width: max(20, width - column - 1))
            for (index, line) in words.enumerated() {
                let keys = index == 0 ? row.shown : ""
                text += look.paint([Span(.subject, keys + String(repeating: " ", count: column - keys.count))] + line) + "\n"
            }
        }
        let state = "Below each sentence is the state after it: running and queued items, held locks, and what each thread waits for."
        for line in StepLog.wrap([Span(.text, state)], width: width - 1) { text += look.paint(line) + "\n" }
        console.write(erasing() + text + below())
    }

    /// The whole state, of which the lines below the sentence can be cut, and the lines of source
    /// around the one that the sentence is about.
    private mutating func detail() {
        var lines = panel.allLines(log.state(at: index), width: width - 1, isASCII: look.isASCII)
        if let source = log[index].source, !source.file.isEmpty {
            lines += SourceFile.excerpt(source, width: width - 1, isASCII: look.isASCII)
        } else {
            lines.append([Span(.number, "No line of source is known for this event.")])
        }
        let text = lines.map { look.paint($0) + "\n" }.joined()
        console.write(erasing() + text + below())
    }

    private mutating func leave() { console.write(erasing()) }
}

/// How a stepper's lines look: signs, and how stretches are coloured.
public struct StepperLook: Sendable {
    /// Use only ASCII characters.
    public var isASCII: Bool
    /// Gives a stretch its colour; nil leaves the text plain.
    public var colour: (@Sendable (Span) -> String)?
    /// How many colours there are.
    private var depth: Style.Colour

    public init(isASCII: Bool = false, depth: Style.Colour = .none, colour: (@Sendable (Span) -> String)? = nil) {
        self.isASCII = isASCII
        self.colour = colour
        self.depth = depth
    }

    var style: Style { Style(isASCII: isASCII, colour: depth) }

    func paint(_ line: [Span]) -> String { line.map { colour?($0) ?? $0.text }.joined() }

    /// The look of a terminal with so many colours.
    public static func styled(_ style: Style) -> StepperLook {
        if style.colour == .none { return StepperLook(isASCII: style.isASCII) }
        return StepperLook(isASCII: style.isASCII, depth: style.colour) { span in
            let code = ViewerModel.role(span.role).parameters(style.colour)
            return code.isEmpty || span.text.isEmpty ? span.text : "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
        }
    }
}

extension StepLog {
    /// The sentences of a part of the run, in one text.
    /// - Parameters from: nanoseconds since the start of the run; nil: from the start on. `to` is the end, likewise.
    public func text(_ layout: Layout, look: StepperLook, from: Int64? = nil, to: Int64? = nil) -> String {
        var text = ""
        forEach { step in
            guard step.time >= from ?? .min, step.time < to ?? .max else { return true }
            for line in lines(of: step, layout) { text += look.paint(line) + "\n" }
            return true
        }
        return text
    }

    /// Every sentence as lines, for a pipe or a terminal without stepping.
    ///
    /// - Parameter write: receives the text in pieces, each ending with a line break; returns false
    ///   to stop.
    public func printAll(_ layout: Layout, look: StepperLook = StepperLook(), write: (String) -> Bool) {
        var piece = ""
        var folded = 0
        func putFold() {
            if folded > 0, let fold { piece += look.paint([Span(.number, foldLine(fold, folded, layout))]) + "\n" }
            folded = 0
        }
        forEach { step in
            if fold?.isFolded(step.number - 1) == true {
                folded += 1
                return true
            }
            putFold()
            for line in lines(of: step, layout) { piece += look.paint(line) + "\n" }
            guard piece.utf8.count > 16_384 else { return true }
            defer { piece = "" }
            return write(piece)
        }
        putFold()
        if !piece.isEmpty { _ = write(piece) }
    }
}
