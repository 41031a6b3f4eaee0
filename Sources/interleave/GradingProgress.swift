import Glibc
import Synchronization

/// Tells on standard error what the grader is doing and for how long: in a terminal as one line that is replaced, elsewhere only when it takes long.
final class GradingProgress: Sendable {
    private struct State {
        var words = ""
        var began = ContinuousClock.now
        var nextLook = ContinuousClock.now
        var isShown = false
    }

    private let state = Mutex(State())
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// Without a terminal: a line each time that it has taken so long again.
    private static let long = Duration.seconds(3)

    /// Says what is being done; the time is counted from when the first word of it was said.
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
            let text = "interleave: \(words)\(seconds > 0 ? ", \(seconds) s" : "") …"
            if isTerminal {
                // A line that is wrapped cannot be taken away again.
                printError("\r\u{1B}[K\(text.prefix(width - 1))", terminator: "")
                state.isShown = true
            } else {
                printError(text)
            }
        }
    }

    /// Takes the line away.
    func clear() {
        state.withLock { state in
            if state.isShown { printError("\r\u{1B}[K", terminator: "") }
            state = State()
        }
    }

    /// What is said in front of a colon: figures behind it change.
    private static func subject(_ words: String) -> Substring { words.prefix { $0 != ":" } }

    private var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }
}
