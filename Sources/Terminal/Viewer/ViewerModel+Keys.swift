import Timeline

extension ViewerModel: ScreenContents {
    public var keyScreen: KeyScreen { .viewer }

    /// Executes the command of a key.
    public mutating func take(_ key: Key) {
        message = nil
        endSearching()
        defer { if message == nil, typing.prompt == nil { typing.forgetPlace() } }
        if key == .endOfInput {
            isOver = true
        } else if let outcome = typing.take(key) {
            take(outcome)
        } else if case .paste = key {
            message = KeyTable.pasted
        } else if overlay != nil, key != .resized {
            takeInOverlay(key)
        } else {
            obey(key)
        }
    }

    /// Stepping works while the detail is open, and a long text is scrolled; any other key closes
    /// it.
    private mutating func takeInOverlay(_ key: Key) {
        if overlay == .answer { return takeAtAnswer(key) }
        if overlay == .variants || overlay == .exercises { return takeInList(key) }
        guard let command = KeyTable.command(for: key, on: .viewer) else { return overlay = nil }
        switch command {
        case .redraw: return
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .wheelUp, .wheelDown: scrollOverlay(command)
        default:
            let steps: Set<ScreenCommand> = [.next, .previous, .first, .last, .cause, .effect]
            guard overlay == .detail, steps.contains(command) else { return overlay = nil }
            overlayScroll = 0
            obey(key)
        }
    }

    private mutating func scrollOverlay(_ command: ScreenCommand?) {
        let page = Swift.max(1, places.overlayRows - 1)
        let distance =
            switch command {
            case .up: -1
            case .down: 1
            case .wheelUp: -3
            case .wheelDown: 3
            case .pageUp: -page
            case .halfPageUp: -Swift.max(1, page / 2)
            case .halfPageDown: Swift.max(1, page / 2)
            default: page
            }
        overlayScroll = Swift.max(0, overlayScroll + distance)
    }

    /// Enter continues. Any other key closes the answer and has its usual effect.
    private mutating func takeAtAnswer(_ key: Key) {
        switch KeyTable.command(for: key, on: .viewer) {
        case .detail: leave(.goesOn)
        case .redraw: break
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .wheelUp, .wheelDown:
            scrollOverlay(KeyTable.command(for: key, on: .viewer))
        case .answer, nil: overlay = nil
        default:
            overlay = nil
            obey(key)
        }
    }

    mutating func leave(_ ending: ViewerEnding) {
        self.ending = ending
        isOver = true
    }

    private mutating func obey(_ key: Key) {
        switch KeyTable.command(for: key, on: .viewer) {
        case .next: step(by: 1)
        case .previous: step(by: -1)
        case .first: go(to: 0)
        case .last: go(to: runs[current].log.count - 1)
        case .cause: follow(runs[current].step >= 0 ? runs[current].log.index(ofCauseOf: runs[current].step) : nil, "that led to this one")
        case .effect:
            follow(runs[current].step >= 0 ? runs[current].log.index(ofEffectOf: runs[current].step) : nil, "that this one led to")
        case .goTo: typing.begin(.goTo)
        case .search: typing.begin(.search)
        case .nextMatch: search(isForward: true)
        case .previousMatch: search(isForward: false)
        case .mark: runs[current].mark = runs[current].mark == runs[current].step ? nil : runs[current].step
        case .detail: open(.detail)
        case .zoomIn: zoom(in: true, around: moment(of: key))
        case .zoomOut: zoom(in: false, around: moment(of: key))
        case .earlier: pan(by: -1)
        case .later: pan(by: 1)
        case .focus: zoomToItem()
        case .wholeTime: window = nil
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -8)
        case .pageDown: scroll(by: 8)
        case .halfPageUp: scroll(by: -4)
        case .halfPageDown: scroll(by: 4)
        case .lanes: turnLanes()
        case .staging: turnStaging()
        case .share: share = share.next
        case .source:
            if runs[current].hasSource { wantsSource = !showsSource } else { message = "no file of this run's code can be read" }
        case .dependencies: turnDependencies()
        case .compare: compare()
        case .nextRun: changeRun(by: 1)
        case .previousRun: changeRun(by: -1)
        case .run(let number): pick(number - 1)
        case .claims:
            let isEmpty = runs[current].run.claims.isEmpty && runs[current].remarks.isEmpty
            if isEmpty { message = "there are no claims about this run" } else { open(.claims) }
        case .answer: showAnswer()
        case .timesOrGame where runs[current].run.trace.origin != .recorder && !ways.game.isEmpty: lead(to: .timesOrGame)
        case .timesOrGame: open(.load)
        case .filter: typing.begin(.lanes)
        case .hideLane: hideLane()
        case .collapseLane: collapseLane()
        case .allLanes:
            let filter = runs[current].filter
            message = filter.isEmpty ? "all lanes are shown" : "all lanes again"
            runs[current].filter = LaneFilter()
        case .help: open(.help)
        case .variants: openVariants()
        case .exercise where ways.exercises.count > 1: openExercises()
        case .exploration, .page, .exercise, .home: lead(to: KeyTable.command(for: key, on: .viewer) ?? .home)
        case .logOrLab: if runs[current].log.count > 0 { wantsLog = true } else { message = "this run has no events to step through" }
        case .select, .wheelUp, .wheelDown: if case .mouse(let event) = key { take(event) }
        // The screen does it.
        case .redraw: break
        case .quit: isOver = true
        case .nextSwitch, .previousSwitch, .nextOfThread, .previousOfThread, .nextVariable, .previousVariable, .nextChange, .previousChange,
            .goToLine:
            message = KeyTable.unknown
        case .deciding:
            follow(runs[current].step >= 0 ? runs[current].log.index(ofDecidingFrom: runs[current].step) : nil, "to decide a failure")
        case .hint, .stepThrough, .reset, .exercises, .nextExercise, .task, .verdict, .grade: message = KeyTable.unknown
        case .thread, .runThread, .undo, .redo, .restart, .token, .claim: message = KeyTable.unknown
        case nil: if key != .resized, key != .escape { message = KeyTable.unknown }
        }
    }

    private mutating func turnDependencies() {
        guard runs[current].hasDependencies else { return message = "no operation of this run depends on another one" }
        runs[current].turnDependencies()
        followsSelection = false
    }

    private mutating func turnLanes() {
        // Runs shown one above the other are compared, so all of them change.
        let start = runs[current].drawing.layout.start
        for run in shown where run == current || runs[run].lanes == runs[current].lanes { runs[run].turnLanes() }
        // Lanes of the other kind can begin at another moment: the window stays at the same part of the run.
        let later = start - runs[current].drawing.layout.start
        window = window.map { Swift.max(0, $0.lowerBound + later)..<Swift.max(1, $0.upperBound + later) }
        followsSelection = true
    }

    /// The answer is about the run that was made last.
    private mutating func showAnswer() {
        guard let lesson else { return message = "a lab shows the answer to its question here" }
        if lesson.answer.isEmpty { return leave(.goesOn) }
        pick(runs.count - 1)
        open(.answer)
    }

    mutating func open(_ overlay: Overlay) {
        self.overlay = overlay
        overlayScroll = 0
    }

    // MARK: Events

    mutating func step(by distance: Int) {
        let log = runs[current].log
        guard log.count > 0 else { return message = "this run has no events to step through" }
        if let next = log.index(ofShownFrom: runs[current].step, isForward: distance > 0) { return go(to: next) }
        message = distance < 0 ? "this is the start of the run" : "this is the end of the run"
    }

    /// Puts the cursor at a sentence, and moves the window where the cursor would leave it.
    mutating func go(to step: Int) {
        guard step >= 0 else { return }
        runs[current].step = step
        followsSelection = true
        guard let window, let cursor = cursor.map({ Swift.max(0, $0) }), !window.contains(cursor) else { return }
        let width = window.upperBound - window.lowerBound
        moveWindow(to: cursor - width / 2)
    }

    private mutating func follow(_ step: Int?, _ words: String) {
        if let step { go(to: step) } else { message = "no event is known \(words)" }
    }

    // MARK: Time

    /// Twice as close, or half as close, around a moment, or around the cursor if it is visible.
    mutating func zoom(in isCloser: Bool, around moment: Int64? = nil) {
        let whole = length
        let old = window ?? 0..<whole
        let width = old.upperBound - old.lowerBound
        let least = Swift.max(1, Swift.min(whole, runs[current].trace.origin == .explorer ? 4 : 100))
        let new = isCloser ? Swift.max(least, width / 2) : width * 2
        if isCloser, new == width { return message = "this is the closest zoom" }
        if new >= whole {
            if window == nil { message = "this is the whole run" }
            return window = nil
        }
        let middle = old.lowerBound + width / 2
        // An event before the first thing that is drawn counts as the left edge.
        let centre = (moment ?? cursor).map { Swift.max(0, $0) }.flatMap { old.contains($0) ? $0 : nil } ?? middle
        // The moment at the centre keeps its place on the screen.
        let share = Double(centre - old.lowerBound) / Double(Swift.max(1, width))
        let start = centre - Int64(Double(new) * share)
        window = 0..<new
        moveWindow(to: start)
    }

    /// The item of the current event, or the stretch around the event, in the middle half of the width.
    private mutating func zoomToItem() {
        let model = runs[current]
        guard let step = model.current else { return message = "this run has no events to step through" }
        var start = step.time, end = step.time
        if let item = model.item {
            let facts = model.trace.items[item]
            start = facts.enqueued ?? facts.began ?? start
            end = Swift.max(facts.ended ?? model.drawing.layout.end, start)
        } else if let wait = model.wait {
            start = model.trace.waits[wait].began
            end = Swift.max(model.trace.waits[wait].ended ?? model.drawing.layout.end, start)
        } else {
            // Enough of the time around it to show what happened before and after.
            (start, end) = (start - length / 20, start + length / 20)
            message = "this event has no item, so this is the time around it"
        }
        let least = Swift.max(1, Swift.min(length, model.trace.origin == .explorer ? 4 : 100))
        let width = Swift.min(length, Swift.max(least, 2 * (end - start)))
        if width >= length {
            window = nil
            return message = "this part is as long as the whole run"
        }
        window = 0..<width
        moveWindow(to: (start + end) / 2 - model.drawing.layout.start - width / 2)
        followsSelection = true
    }

    private mutating func pan(by direction: Int64) {
        guard let window else { return message = "the whole run is visible (w zooms in)" }
        let width = window.upperBound - window.lowerBound
        moveWindow(to: window.lowerBound + direction * Swift.max(1, width / 4))
        if self.window == window { message = direction < 0 ? "this is the start" : "this is the end" }
    }

    /// The window from a moment on, with the same width, kept within the run.
    mutating func moveWindow(to start: Int64) {
        guard let window else { return }
        let width = window.upperBound - window.lowerBound
        let first = Swift.min(Swift.max(0, start), Swift.max(0, length - width))
        self.window = first..<first + width
    }

    mutating func scroll(by rows: Int) {
        runs[current].scroll = Swift.max(0, (runs[current].scroll ?? runs[current].scrolledOut) + rows)
        followsSelection = false
    }

    // MARK: Runs

    private mutating func changeRun(by distance: Int) {
        if shown.count > 1 {
            pick(shown[1 - focus])
        } else if runs.count > 1 {
            pick((current + distance + runs.count) % runs.count)
        } else {
            message = "there is only this run"
        }
    }

    mutating func pick(_ run: Int) {
        guard runs.indices.contains(run) else {
            return message = runs.count == 1 ? "there is only this run" : "there are \(runs.count) runs, 1 to \(runs.count)"
        }
        let before = runs[current].run.title
        if let place = shown.firstIndex(of: run) { focus = place } else { show(run) }
        if runs[current].run.title != before { ways.variantBefore = before }
    }

    private mutating func show(_ run: Int) {
        shown[focus] = run
        window = nil
        followsSelection = true
    }

    /// Why there is only one run, and how to get a second one.
    private var nothingToCompareWith: String {
        guard let lesson else { return "there is only this run (the command view can show two files)" }
        return lesson.hasNext
            ? "nothing to compare with yet: run the next variant first"
            : "only this variant was run: there is none to compare with"
    }

    /// Two runs one above the other, or just one.
    private mutating func compare() {
        guard runs.count > 1 else { return message = nothingToCompareWith }
        if shown.count > 1 {
            (shown, focus) = ([current], 0)
        } else {
            let pair = pair(of: current)
            (shown, focus) = (pair, pair.firstIndex(of: current) ?? 0)
        }
        window = nil
        followsSelection = true
    }

    /// With the lab's staging, or without it: the same for all runs on the screen.
    private mutating func turnStaging() {
        guard runs[current].hasStaging else { return message = "this run has no staging to show or to hide" }
        let shows = !runs[current].showsStaging
        for run in shown where runs[run].showsStaging != shows { runs[run].turnStaging() }
        message = shows ? "with the staging: the waits that make threads overlap" : "without the lab's staging"
        followsSelection = true
    }
}
