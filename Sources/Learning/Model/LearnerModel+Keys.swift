import Terminal

extension LearnerModel {
    /// Takes a key; returns what has to happen outside of this value.
    public mutating func take(_ key: Key) -> Request? {
        // (The screen draws again.)
        if key == .resized || KeyTable.command(for: key, on: .learner) == .redraw { return nil }
        message = nil
        if let outcome = typing.take(key) {
            if outcome == .search { goToMatch(isForward: true) }
            return nil
        }
        if !typing.search.isEmpty, takeInSearch(key) { return nil }
        if let question {
            self.question = nil
            if let request = answer(question, key) { return request }
            if question == .reset {
                message = "Nothing was reset."
                return nil
            }
        }
        if case .mouse(let event) = key, event.action == .click || event.action == .doubleClick { return click(event) }
        guard let command = KeyTable.command(for: key, on: .learner) else {
            switch key {
            case .paste: message = KeyTable.pasted
            case .mouse, .other, .escape: break
            default: message = KeyTable.unknown
            }
            return nil
        }
        return obey(command)
    }

    /// Takes a typed line: a key's letter, the word for it, or an exercise's number.
    public mutating func take(line: String) -> Request? {
        let word = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
        if word.isEmpty { return nil }
        if let index = exercise(word) { return .open(index) }
        if question != nil, word == "yes" { return take(.character("y")) }
        // (Where lines are typed, there is no page to search in.)
        if word.count == 1, let key = word.first, !["/", "N"].contains(key) { return takeTyped(.character(key)) }
        let row = KeyTable.rows(on: .learner).first { $0.hint?.split(separator: " ").last.map(String.init) == word }
        if let key = row?.shown.first { return takeTyped(.character(key)) }
        question = nil
        message = "There is no command “\(word)”. The commands are: \(Self.commands)."
        return nil
    }

    /// "h hint, s step, …".
    public static var commands: String { KeyTable.rows(on: .learner).compactMap(\.hint).joined(separator: ", ") }

    /// Where lines are typed, no page stays visible: each `h` means one more hint.
    private mutating func takeTyped(_ key: Key) -> Request? {
        if key == .character("h"), question == nil, hintsShown > 0 { turn(to: .hints) }
        return take(key)
    }

    private func exercise(_ word: String) -> Int? {
        list.firstIndex { $0.name == word }
            ?? Int(word).flatMap { number in list.firstIndex { Int($0.name.prefix { $0 != "-" }) == number } }
    }

    private mutating func answer(_ question: Question, _ key: Key) -> Request? {
        switch (question, key) {
        case (.reset, .character("y")), (.reset, .character("Y")): return .reset
        case (.next, .character("n")), (.next, .character("y")): return next.map { .open($0) }
        default: return nil
        }
    }

    private mutating func obey(_ command: ScreenCommand) -> Request? {
        switch command {
        case .quit: return .quit
        case .grade: return .grade
        case .hint: return hint()
        case .stepThrough:
            if canStep { return .stepThrough }
            message = verdict == nil ? "There is no run yet: save your file, or press g." : "There is no run to step through."
        case .logOrLab, .home, .timesOrGame:
            if let place = ways.place(for: command) { return .lead(place) }
            message =
                switch command {
                case .home: "The home is shown only inside of Interleave's package."
                case .timesOrGame: "This exercise has no small test that can be played."
                default: "No lab belongs to this exercise."
                }
        case .reset:
            question = .reset
            message = "Put the original text back? Your attempt is kept. y: yes, other keys: no"
        case .nextExercise: return goOn()
        case .exercises: turn(to: page == .list ? home : .list)
        case .task: turn(to: .task)
        case .help: turn(to: page == .keys ? home : .keys)
        case .verdict:
            turn(to: home)
            if verdict == nil { message = "There is no verdict yet: save your file, or press g." } else { turn(to: .verdict) }
        case .detail:
            if page == .list { return choose() }
            turn(to: home)
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last: move(command)
        case .search: typing.begin(.search)
        case .previousMatch: message = TextSearch.none
        default: message = KeyTable.unknown
        }
        return nil
    }

    /// The page that is there when no other was asked for.
    private var home: Page { verdict == nil || isUnchanged ? .task : .verdict }

    private mutating func hint() -> Request? {
        if texts.hints.isEmpty {
            message = "This exercise has no hints."
            return nil
        }
        // Hints that were seen before are shown again first: a look back costs no hint.
        let isMore = hintsShown == 0 || page == .hints
        let isLast = hintsShown == texts.hints.count
        turn(to: .hints)
        if isMore, isLast { message = "These are all the hints." }
        guard isMore, !isLast else { return nil }
        reveal()
        return .shown(hints: hintsShown)
    }

    private mutating func goOn() -> Request? {
        guard let next else {
            let isLast = list[current].passed
            message = isLast ? "All exercises have passed." : "All other exercises have passed."
            return nil
        }
        // A learner who has passed goes on; another one is asked, because the key is easy to hit.
        if verdict?.passed == true || list[current].passed { return .open(next) }
        question = .next
        message = "\(list[current].name) has not passed yet. n again: leave it, and go on with \(list[next].name)"
        return nil
    }

    private mutating func choose() -> Request? {
        if selection == current {
            turn(to: home)
            return nil
        }
        return list.indices.contains(selection) ? .open(selection) : nil
    }

    private mutating func move(_ command: ScreenCommand) {
        let distance =
            switch command {
            case .up: -1
            case .down: 1
            case .pageUp: -max(1, room - 2)
            case .pageDown: max(1, room - 2)
            case .halfPageUp: -max(1, room / 2)
            case .halfPageDown: max(1, room / 2)
            case .first: -100_000
            default: 100_000
            }
        if page == .list {
            selection = min(max(0, selection + distance), list.count - 1)
        } else {
            // The next frame brings it into the page.
            scroll = max(0, scroll + distance)
        }
    }
}
