import Timeline

extension ViewerModel {
    /// Does what a key asks for.
    public mutating func take(_ key: Key) {
        message = nil
        if key == .endOfInput {
            isOver = true
        } else if typed != nil {
            type(key)
        } else if overlay != nil, !isForStepping(key), key != .resized {
            overlay = nil
        } else {
            obey(key)
        }
    }

    /// Stepping goes on while the detail is open.
    private func isForStepping(_ key: Key) -> Bool {
        overlay == .detail && [.character("."), .character(","), .character(" "), .character("b"), .home, .end].contains(key)
    }

    private mutating func obey(_ key: Key) {
        switch key {
        case .character(let character): obey(character)
        case .left: pan(by: -1)
        case .right: pan(by: 1)
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -8)
        case .pageDown: scroll(by: 8)
        case .home: go(to: 0)
        case .end: go(to: runs[current].log.count - 1)
        case .enter: overlay = .detail
        case .tab, .backTab: changeRun(by: key == .tab ? 1 : -1)
        case .resized, .escape, .endOfInput: break
        case .backspace, .other: message = "that key does nothing here; ? shows those that do"
        }
    }

    private mutating func obey(_ character: Character) {
        switch character {
        case "w", "+": zoom(in: true)
        case "s", "-": zoom(in: false)
        case "a": pan(by: -1)
        case "d": pan(by: 1)
        case "0": window = nil
        case ".", " ": step(by: 1)
        case ",", "b": step(by: -1)
        case "g": typed = ""
        case "l":
            // What stands one above the other is to be compared: all of it turns.
            for run in shown where run == current || runs[run].lanes == runs[current].lanes { runs[run].turnLanes() }
            followsSelection = true
        case "c": compare()
        case "v": share = share.next
        case "i":
            overlay = runs[current].run.claims.isEmpty ? nil : .claims
            if overlay == nil { message = "nothing is claimed of this run" }
        case "1"..."9": pick(Int(String(character)).map { $0 - 1 } ?? 0)
        case "?", "h": overlay = .help
        case "q", "Q": isOver = true
        default: message = "that key does nothing here; ? shows those that do"
        }
    }

    // MARK: Events

    private mutating func step(by distance: Int) {
        let count = runs[current].log.count
        let wanted = runs[current].step + distance
        guard count > 0 else { return message = "this run has no events to step through" }
        if wanted < 0 { return message = "this is the start of the run" }
        if wanted >= count { return message = "this is the end of the run" }
        go(to: wanted)
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

    private mutating func type(_ key: Key) {
        let digits = typed ?? ""
        switch key {
        case .character(let digit) where digit.isASCII && digit.isNumber: typed = digits.count < 9 ? digits + String(digit) : digits
        case .backspace: typed = digits.isEmpty ? nil : String(digits.dropLast())
        case .enter:
            typed = nil
            guard let number = Int(digits) else { return }
            let count = runs[current].log.count
            if (1...max(1, count)).contains(number), count > 0 {
                go(to: number - 1)
            } else {
                message = count == 0 ? "this run has no events" : "there is no #\(number): give a number from 1 to \(count)"
            }
        case .resized: break
        default: typed = nil
        }
    }

    // MARK: Time

    /// Twice as close, or half as close, around the cursor if it is in sight.
    private mutating func zoom(in isCloser: Bool) {
        let whole = length
        let old = window ?? 0..<whole
        let width = old.upperBound - old.lowerBound
        let least = Swift.max(1, Swift.min(whole, runs[current].run.trace.origin == .explorer ? 4 : 100))
        let new = isCloser ? Swift.max(least, width / 2) : width * 2
        if isCloser, new == width { return message = "this is as close as it gets" }
        if new >= whole {
            if window == nil { message = "this is all of it" }
            return window = nil
        }
        let middle = old.lowerBound + width / 2
        // An event before the first thing that is drawn counts as the left edge.
        let centre = cursor.map { Swift.max(0, $0) }.flatMap { old.contains($0) ? $0 : nil } ?? middle
        // What stands at the centre stays where it is on the screen.
        let share = Double(centre - old.lowerBound) / Double(Swift.max(1, width))
        let start = centre - Int64(Double(new) * share)
        window = 0..<new
        moveWindow(to: start)
    }

    private mutating func pan(by direction: Int64) {
        guard let window else { return message = "all of it is in sight; w looks closer" }
        let width = window.upperBound - window.lowerBound
        moveWindow(to: window.lowerBound + direction * Swift.max(1, width / 4))
        if self.window == window { message = direction < 0 ? "this is the start" : "this is the end" }
    }

    /// The window from a moment on, as wide as it is, kept within what there is.
    private mutating func moveWindow(to start: Int64) {
        guard let window else { return }
        let width = window.upperBound - window.lowerBound
        let first = Swift.min(Swift.max(0, start), Swift.max(0, length - width))
        self.window = first..<first + width
    }

    private mutating func scroll(by rows: Int) {
        runs[current].scroll = Swift.max(0, (runs[current].scroll ?? runs[current].scrolledOut) + rows)
        followsSelection = false
    }

    // MARK: Runs

    private mutating func changeRun(by distance: Int) {
        if shown.count > 1 {
            focus = 1 - focus
        } else if runs.count > 1 {
            show((current + distance + runs.count) % runs.count)
        } else {
            message = "there is just this one run"
        }
    }

    private mutating func pick(_ run: Int) {
        guard runs.indices.contains(run) else {
            return message = runs.count == 1 ? "there is just this one run" : "there are \(runs.count) runs, 1 to \(runs.count)"
        }
        if let place = shown.firstIndex(of: run) { return focus = place }
        show(run)
    }

    private mutating func show(_ run: Int) {
        shown[focus] = run
        window = nil
        followsSelection = true
    }

    /// Two runs one above the other, or just one.
    private mutating func compare() {
        guard runs.count > 1 else { return message = "there is just this one run; two are compared with: interleave view A B" }
        if shown.count > 1 {
            (shown, focus) = ([current], 0)
        } else {
            let other = partner(of: current)
            // The mistake stands above the fix.
            let isAbove = runs[current].run.showsMistake == runs[other].run.showsMistake ? current < other : runs[current].run.showsMistake
            (shown, focus) = isAbove ? ([current, other], 0) : ([other, current], 1)
        }
        window = nil
        followsSelection = true
    }
}
