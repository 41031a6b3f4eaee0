import Explorer
import Glibc

/// A line on standard error that tells how far a search has come, in a terminal only.
public final class ProgressLine {
    private let subject: String
    private var isShown = false

    /// - Parameter subject: what is explored: said first, where it is not empty.
    public init(_ subject: String = "") { self.subject = subject.isEmpty ? "" : "\(subject): " }

    /// Shows it in place of what was shown before.
    public func show(_ progress: ExplorationSession.Progress) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown = true
        let races = progress.races == 0 ? "" : ", races found \(progress.races == 1 ? "once" : "\(progress.races) times")"
        let all = progress.estimate > progress.executions ? " of perhaps \(Self.rounded(progress.estimate))" : ""
        let words = "\(subject)explored \(progress.executions)\(all) executions of up to \(progress.steps) steps\(races)"
        // A line that is wrapped cannot be taken away again.
        put("\r\u{1B}[K\(words.prefix(width - 1))")
    }

    /// Two digits, and noughts behind them.
    static func rounded(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 100 { unit *= 10 }
        return number / unit * unit
    }

    /// Takes it away.
    public func clear() {
        if isShown { put("\r\u{1B}[K") }
        isShown = false
    }

    private var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    private func put(_ text: String) { _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) } }
}
