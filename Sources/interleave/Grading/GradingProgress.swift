import Glibc
import Synchronization

/// Shows on standard error what the grader is doing, and for how long: in a terminal as one line
/// that is replaced, elsewhere only if it takes long.
final class GradingProgress: Sendable {
    private struct State {
        var words = ""
        var began = ContinuousClock.now
        var nextLook = ContinuousClock.now
        var isShown = false
    }

    private let state = Mutex(State())
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// Without a terminal: prints a line each time this much time has passed again.
    private static let long = Duration.seconds(3)

    /// Shows the current step; its time counts from the first message with the same beginning.
    func show(_ words: String) {
        state.withLock { state in
            let now = ContinuousClock.now
            let isNew = Self.subject(words) != Self.subject(state.words)
            if isNew {
                state.began = now
                state.nextLook = isTerminal ? now : now + Self.long
            }
            state.words = words
            guard now >= state.nextLook else { return }
            state.nextLook = now + (isTerminal ? .milliseconds(200) : Self.long)
            let seconds = Int((now - state.began) / .seconds(1))
            let end = "\(seconds > 0 ? ", \(seconds) s" : "") …"
            if isTerminal {
                printError("\r\u{1B}[K\(Self.line(words, end, width: width - 1))", terminator: "")
                state.isShown = true
            } else {
                printError("interleave: \(words)\(end)")
            }
        }
    }

    /// Removes the line.
    func clear() {
        state.withLock { state in
            if state.isShown { printError("\r\u{1B}[K", terminator: "") }
            state = State()
        }
    }

    /// The line in a terminal. A line that wraps cannot be removed again, so a narrow terminal gets
    /// only a part of the words; the numbers after them stay.
    private static func line(_ words: String, _ end: String, width: Int) -> String {
        let subject = subject(words), count = words[subject.endIndex...]
        let room = width - count.count - end.count
        for text in ["interleave: \(subject)", String(subject)] where text.count <= room { return text + count + end }
        return String((subject.prefix(max(0, room - 2)) + " …" + count + end).prefix(width))
    }

    /// The part of a message before a colon: the numbers after it change.
    private static func subject(_ words: String) -> Substring { words.prefix { $0 != ":" } }

    private var width: Int { StandardOutput.columns(of: STDERR_FILENO) ?? 80 }
}
