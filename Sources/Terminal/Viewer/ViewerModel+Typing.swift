import Narration
import Timeline

// What is typed until Enter: where to go, what to search for, which lanes to show.

extension ViewerModel {
    /// The most sentences that are searched before the next look at the keys: some hundredths of a second.
    static let mostSearched = 4_000

    mutating func search(isForward: Bool) {
        let match = typing.match(in: runs[current].log, from: runs[current].step, isForward: isForward, limit: Self.mostSearched, style)
        message = match.message
        searching = match.isPart ? isForward : nil
        if let found = match.index { go(to: found) }
    }

    /// A search that has not ended goes on while no key comes.
    public mutating func wait() -> ScreenWait {
        guard let isForward = searching else { return .keys }
        search(isForward: isForward)
        return .news(hasKeys: false, wasInterrupted: false)
    }

    /// A key ends a search that has not ended.
    mutating func endSearching() {
        guard searching != nil else { return }
        searching = nil
        typing.forgetPlace()
    }

    mutating func take(_ outcome: Typing.Outcome) {
        switch outcome {
        case .first:
            if runs[current].log.count == 0 { return message = "this run has no events" }
            go(to: 0)
        case .search: search(isForward: true)
        case .entered(.goTo, let text): go(toTyped: text)
        case .entered(.lanes, let text): filter(by: text)
        case .goesOn, .cancelled, .entered: break
        }
    }

    /// To the event of a number, or to a moment of the run.
    private mutating func go(toTyped text: String) {
        let count = runs[current].log.count
        if count == 0 { return message = "this run has no events" }
        if text.allSatisfy(\.isWhitespace) { return }
        switch TypedPlace(text) {
        case .event(let number):
            guard (1...count).contains(number) else { return message = "there is no #\(number): give a number from 1 to \(count)" }
            go(to: number - 1)
        case .moment(let time): go(toMoment: time)
        case nil: message = TypedPlace.refusal(text.fitted(to: 24, style))
        }
    }

    private mutating func go(toMoment time: Int64) {
        let drawing = runs[current].drawing
        if runs[current].trace.origin == .explorer { return message = "this run has steps and no times: give the number of an event" }
        let end = Swift.max(runs[current].trace.duration, drawing.layout.end)
        guard time <= end else { return message = "the run ends at \(drawing.words(forDuration: end))" }
        go(to: runs[current].log.index(at: time))
        // The moment itself is visible, however long ago its last event was.
        if let window {
            let inRun = time - drawing.layout.start
            if !window.contains(inRun) { moveWindow(to: inRun - (window.upperBound - window.lowerBound) / 2) }
        }
    }

    // MARK: Lanes

    private mutating func filter(by text: String) {
        var filter = runs[current].filter
        filter.text = text
        if !text.isEmpty, runs[current].drawing.lanes(shownBy: filter).isEmpty {
            // A hidden lane is what is looked for, then.
            filter.hidden = []
            guard !runs[current].drawing.lanes(shownBy: filter).isEmpty else {
                return message = "no lane has \"\(text.fitted(to: 24, style))\" in its name"
            }
        }
        runs[current].filter = filter
        message = text.isEmpty ? "lanes of all names" : "only lanes with \"\(text.fitted(to: 24, style))\" (F Enter: all)"
    }

    mutating func hideLane() {
        guard let lane = laneToChange() else { return }
        var filter = runs[current].filter
        filter.hidden.insert(lane)
        // Above lanes of queues, a thread has a lane only while it waits: one queue stays in any case.
        let isOfQueue = if case .queue = lane { true } else { false }
        let left = runs[current].drawing.lanes(shownBy: filter)
        guard left.contains(where: { if case .queue = $0 { true } else { !isOfQueue } }) else {
            return message = "this is the only lane that is left"
        }
        runs[current].filter = filter
        message = "\(runs[current].drawing.name(of: lane)) is hidden (A shows all lanes)"
    }

    mutating func collapseLane() {
        guard let lane = laneToChange() else { return }
        var filter = runs[current].filter
        let isCollapsed = filter.collapsed.remove(lane) != nil
        if !isCollapsed { filter.collapsed.insert(lane) }
        runs[current].filter = filter
        let name = runs[current].drawing.name(of: lane)
        message = isCollapsed ? "\(name) in full" : "\(name) in one row (C or A: in full)"
    }

    private mutating func laneToChange() -> Layout.Lane.Subject? {
        let lane = runs[current].laneOfEvent
        if lane == nil { message = "this event has no lane here: go to an event of the lane first" }
        return lane
    }
}
