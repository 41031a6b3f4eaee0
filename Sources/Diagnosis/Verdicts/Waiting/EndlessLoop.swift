import Explorer

/// A loop that never ends: its condition is always true, and no statement in it leaves it.
extension Scene {
    func endlessLoop() -> Explanation {
        let loop = source.endlessLoop(around: finding.place), task = finding.task ?? 0
        let line = loop.map { "`\($0.text)` (\(source.words($0)))" } ?? quote([finding.place])
        let who = task == 0 ? "the main thread" : "a thread or Swift task that the scenario starts"
        let place = loop ?? source.position([finding.place])
        return explanation(
            "A loop that never ends: \(who) does not leave \(line).",
            [
                "The condition of the loop is always true, and no `break`, `return` or `throw` in it leaves the loop. Nothing in it signals another thread. The thread spins (busy-waits) for ever, and each thread that waits for it waits for ever."
            ],
            [
                place.map {
                    Explanation.Location(
                        task: who, file: $0.file.name, line: $0.line, what: "never leaves this loop", source: $0.text, callers: [])
                }
            ],
            hint:
                "Give the loop a condition that becomes false, or leave it with `break`. To keep a thread alive, let it wait for something: a semaphore or a condition costs no processor time."
        )
    }
}

extension SourceIndex {
    /// Whether a place is in a loop that certainly never ends.
    public func isInEndlessLoop(_ offset: UInt) -> Bool { endlessLoop(around: offset) != nil }

    /// The first line of the innermost loop around a place that certainly never ends; nil if that
    /// is not certain.
    func endlessLoop(around offset: UInt) -> Position? {
        guard let place = position([offset]) else { return nil }
        var line = place
        while line.line > 0, place.line - line.line < 200 {
            if let end = Self.endOfEndlessLoop(line), end >= place.line {
                let body = (line.line...end).map { line.file.line($0) }.joined(separator: "\n")
                return Self.leaves(body) ? nil : line
            }
            if line.line < place.line, line.text.contains("func ") { return nil }
            line.line -= 1
        }
        return nil
    }

    /// The last line of a loop whose condition is always true; nil: no such loop begins there.
    private static func endOfEndlessLoop(_ first: Position) -> Int? {
        let words = first.text.filter { $0 != " " && $0 != "(" && $0 != ")" }
        let isWhile = words.contains("whiletrue{") && !words.contains("}whiletrue"), isRepeat = first.text.hasPrefix("repeat")
        guard isWhile || isRepeat else { return nil }
        var depth = 0, number = first.line
        while number <= first.file.lines.count {
            var text = first.file.line(number)
            if number == first.line, let begin = text.firstRange(of: isWhile ? "while" : "repeat") {
                text = String(text[begin.lowerBound...])
            }
            for (index, letter) in text.enumerated() where letter == "{" || letter == "}" {
                depth += letter == "{" ? 1 : -1
                guard depth == 0 else { continue }
                let rest = text.dropFirst(index + 1).filter { $0 != " " && $0 != "(" && $0 != ")" }
                return isWhile || rest == "whiletrue" ? number : nil
            }
            number += 1
        }
        return nil
    }

    /// Whether a statement in a loop can leave it.
    private static func leaves(_ body: String) -> Bool {
        let words = body.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        let exits: Set<Substring> = ["break", "return", "throw", "try", "exit", "fatalError", "preconditionFailure"]
        return words.contains(where: exits.contains)
    }
}
