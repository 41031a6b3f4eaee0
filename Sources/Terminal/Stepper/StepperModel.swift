import Narration
import Timeline
import Trace
import Words

/// Where the parts of a frame of the stepper are on the screen.
struct StepperPlaces: Equatable, Sendable {
    /// The step of each row of sentences.
    var sentences: [Int: Int] = [:]
    /// The line of code of each row, and the columns of the code.
    var lines: [Int: Int] = [:]
    var sourceColumns = 0..<0
}

/// The contents of the screen that goes through a run step by step, and the effects of keys: a value without a terminal.
///
/// It shows the sentence of a step, the lines of source around it with a letter for each thread, and the values of the variables, locks and
/// counters after it. Where there is room, it also shows the state and the timeline.
public struct StepperModel: ScreenContents, Sendable {
    enum Overlay: Equatable, Sendable { case help, detail }

    private(set) var log: StepLog
    private(set) var panel: StatePanel
    private(set) var program: ProgramHistory
    /// The same log with another part of it visible: what a key unfolds, or folds again.
    private var folded: StepLog?
    let style: Style
    var sources: SourceTexts
    /// Index of the sentence at the cursor.
    var index: Int
    private(set) var moment: ProgramMoment
    /// The name of the variable that keys act on.
    private(set) var chosen: String?
    /// Index of the sentence that is marked.
    private(set) var mark: Int?
    private(set) var typing = Typing()
    private(set) var message: String?
    private(set) var overlay: Overlay?
    var overlayScroll = 0
    /// The timeline, once there was room for it.
    var drawing: TimelineDrawing?
    public private(set) var isOver = false
    /// Where the parts of the last frame are, for the mouse.
    var places = StepperPlaces()
    public var keyScreen: KeyScreen { .stepper }
    /// Where keys lead besides this screen.
    let ways: Ways
    /// The place that a key has asked for.
    private(set) var leading: Ways.Place?
    public var wantsTerminal: Bool { leading != nil }

    /// - Parameters:
    ///   - program: the lines and values of the log.
    ///   - first: index of the sentence to begin with.
    ///   - sources: files that are known already.
    ///   - ways: where keys lead besides this screen.
    init(
        _ log: StepLog, _ program: ProgramHistory, style: Style, first: Int = 0, sources: SourceTexts = SourceTexts(), ways: Ways = Ways()
    ) {
        self.ways = ways
        self.log = log
        self.program = program
        self.style = style
        self.sources = sources
        panel = StatePanel(log)
        index = max(0, min(first, log.count - 1))
        moment = program.moment(at: index)
        if log.fold != nil { folded = log }
        chosen = program.racingVariable ?? program.variableNames.first
    }

    /// Executes the command of a key.
    public mutating func take(_ key: Key) {
        message = nil
        if key == .endOfInput {
            isOver = true
        } else if let outcome = typing.take(key) {
            take(outcome)
        } else if case .paste = key {
            message = KeyTable.pasted
        } else if overlay != nil {
            takeInOverlay(key)
        } else {
            obey(key)
        }
    }

    private mutating func takeInOverlay(_ key: Key) {
        // (It scrolls as the viewer's do.)
        switch KeyTable.command(for: key, on: .viewer) {
        case .up: overlayScroll = max(0, overlayScroll - 1)
        case .down: overlayScroll += 1
        case .wheelUp: overlayScroll = max(0, overlayScroll - 3)
        case .wheelDown: overlayScroll += 3
        case .pageUp, .halfPageUp: overlayScroll = max(0, overlayScroll - 8)
        case .pageDown, .halfPageDown: overlayScroll += 8
        case .redraw: break
        default: if key != .resized { overlay = nil }
        }
    }

    private mutating func obey(_ key: Key) {
        switch (KeyTable.command(for: key, on: .stepper), key) {
        case (.select, .mouse(let event)): pick(event)
        case (let command?, _): obey(command)
        case (nil, .escape), (nil, .resized), (nil, .mouse): break
        case (nil, _): message = KeyTable.unknown
        }
    }

    private mutating func obey(_ command: ScreenCommand) {
        switch command {
        case .next: move(1)
        case .previous: move(-1)
        case .pageDown: leap(Self.stepsOfPage)
        case .pageUp: leap(-Self.stepsOfPage)
        case .halfPageDown: leap(Self.stepsOfPage / 2)
        case .halfPageUp: leap(-Self.stepsOfPage / 2)
        case .first: go(to: 0)
        case .last: go(to: log.count - 1)
        case .cause: go(to: log.index(ofCauseOf: index), or: "no event is known that led to this one")
        case .effect: go(to: log.index(ofEffectOf: index), or: "no event is known that this one led to")
        case .goTo: typing.begin(.goTo)
        case .search: typing.begin(.search)
        case .goToLine: typing.begin(.line)
        case .nextMatch: search(isForward: true)
        case .previousMatch: search(isForward: false)
        case .mark: mark = mark == index ? nil : index
        case .nextSwitch: go(to: log.index(ofSwitchFrom: index, isForward: true), or: "no other thread moves after this")
        case .previousSwitch: go(to: log.index(ofSwitchFrom: index, isForward: false), or: "no other thread moves before this")
        case .nextOfThread:
            go(to: log.index(ofLane: log.lane(of: index), from: index, isForward: true), or: "this was the thread's last step")
        case .previousOfThread:
            go(to: log.index(ofLane: log.lane(of: index), from: index, isForward: false), or: "this is the thread's first step")
        case .nextVariable: choose(1)
        case .previousVariable: choose(-1)
        case .nextChange: change(isForward: true)
        case .previousChange: change(isForward: false)
        case .deciding: go(to: log.index(ofDecidingFrom: index), or: "no step of this run is known to decide a failure")
        case .staging: turnFold()
        case .detail: open(.detail)
        case .help: open(.help)
        case .quit: isOver = true
        case .exploration, .page, .exercise, .logOrLab, .home, .timesOrGame: lead(to: command)
        // The screen does it.
        case .redraw: break
        default: message = KeyTable.unknown
        }
    }

    private mutating func lead(to command: ScreenCommand) {
        switch ways.place(for: command) {
        case .back: isOver = true
        case let place?: leading = place
        case nil: message = ways.refusal(of: command)
        }
    }

    public mutating func useTerminal() {
        defer { leading = nil }
        message = leading?.open(style: style)
    }

    /// Whether a part of the run is folded, or can be.
    var hasFold: Bool { folded != nil }

    /// Shows what is folded, or folds it again; the step stays.
    private mutating func turnFold() {
        guard let folded, let fold = folded.fold else { return message = "this run has no staging to show or to hide" }
        let shows = log.fold != nil
        if shows { log.fold(showing: nil) } else { log = folded }
        (panel, message) = (StatePanel(log), "\(shows ? "with" : "without") \(fold.name)")
        program.fold(like: log)
        moment = program.moment(at: index)
    }

    private mutating func open(_ overlay: Overlay) {
        self.overlay = overlay
        overlayScroll = 0
    }

    // MARK: steps

    mutating func go(to step: Int) {
        guard step >= 0, step < log.count else { return }
        index = step
        moment = program.moment(at: step)
    }

    private mutating func go(to step: Int?, or reason: String) {
        if let step { go(to: step) } else { message = reason }
    }

    private mutating func move(_ distance: Int) {
        if let next = log.index(ofShownFrom: index, isForward: distance > 0) { return go(to: next) }
        message = distance < 0 ? "this is the start of the run" : "this is the end of the run"
    }

    /// The steps of a page, on this screen and on the one with lines.
    static let stepsOfPage = 10

    /// The same, but not beyond the first step or the last one.
    private mutating func leap(_ distance: Int) {
        let found = log.index(ofShownFrom: index, by: distance)
        if found == index { return move(distance) }
        go(to: found)
    }

    /// To the sentence under the mouse, or to the next step at the line of code there.
    private mutating func pick(_ event: MouseEvent) {
        if let step = places.sentences[event.row] { return go(to: step) }
        guard places.sourceColumns.contains(event.column), let line = places.lines[event.row], let file = present?.file else { return }
        go(to: log.index(ofLine: line, in: file, from: index), or: "no step is at line \(line)")
    }

    private mutating func search(isForward: Bool) {
        let match = typing.match(in: log, from: index, isForward: isForward, style)
        message = match.message
        if let found = match.index { go(to: found) }
    }

    // MARK: variables

    private mutating func choose(_ distance: Int) {
        let names = moment.values.filter { $0.kind == .variable }.map(\.name)
        guard !names.isEmpty else { return message = "no variable was used yet" }
        let now = chosen.flatMap { names.firstIndex(of: $0) }
        chosen = names[now.map { ($0 + distance + names.count) % names.count } ?? (distance > 0 ? 0 : names.count - 1)]
    }

    private mutating func change(isForward: Bool) {
        guard let chosen else { return message = "this run has no variables whose changes are known" }
        let found = program.index(ofChangeOf: chosen, from: index, isForward: isForward)
        go(to: found, or: "\(chosen.fitted(to: 24, style)) does not change \(isForward ? "after" : "before") this")
    }

    // MARK: typing

    private mutating func take(_ outcome: Typing.Outcome) {
        switch outcome {
        case .first: go(to: 0)
        case .search: search(isForward: true)
        case .entered(_, let text) where text.allSatisfy(\.isWhitespace): break
        case .entered(.line, let text): go(toLine: text)
        case .entered(.goTo, let text): go(toTyped: text)
        case .goesOn, .cancelled, .entered: break
        }
    }

    /// To the event of a number, or to a moment of the run.
    private mutating func go(toTyped text: String) {
        switch TypedPlace(text) {
        case .event(let number) where (1...log.count).contains(number): go(to: number - 1)
        case .event(let number): message = "there is no #\(number): give a number from 1 to \(log.count)"
        case .moment where log.trace.origin == .explorer:
            message = "this run has steps and no times: give the number of an event"
        case .moment(let time): go(to: log.index(at: time))
        case nil: message = TypedPlace.refusal(String(text.prefix(24)))
        }
    }

    /// To the next step at a line: of the file that is shown, or of the file that is named.
    private mutating func go(toLine text: String) {
        guard let wanted = TypedLine(text) else { return message = "give the number of a line: 12, or main.swift:12" }
        let file = wanted.file ?? present?.file
        let found = log.index(ofLine: wanted.line, in: file, from: index)
        go(to: found, or: "no step is at line \(wanted.line)\(wanted.file.map { " of \($0.fitted(to: 24, style))" } ?? "")")
    }

    /// The line that the source pane shows: that of the step, or else that of a thread; before the first line, that one.
    var present: Trace.Place.Location? { moment.moving?.source ?? moment.threads.first?.source ?? next }

    /// The next line that a step is at, if it is not far away.
    private var next: Trace.Place.Location? {
        (index..<min(index + 50, log.count)).lazy.compactMap { log[$0].source }.first { $0.line > 0 }
    }
}
