import Explorer
import Glibc

/// A line on standard error that shows the progress of a search, in a terminal only.
public final class ProgressLine {
    private let subject: String
    private var isShown = false

    /// - Parameter subject: the explored program's name, printed first if it is not empty.
    public init(_ subject: String = "") { self.subject = subject.isEmpty ? "" : "\(subject): " }

    /// Replaces the line shown before.
    public func show(_ progress: ExplorationSession.Progress) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown = true
        put("\r\u{1B}[K\(subject)\(Self.words(progress, fitting: width - 1 - subject.count))")
    }

    /// Shows what is done before the search begins.
    public func say(_ words: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown = true
        put("\r\u{1B}[K\("\(subject)\(words)".prefix(width - 1))")
    }

    /// The progress, most important part first, as far as there is room. (A line that wraps cannot
    /// be removed again.)
    static func words(_ progress: ExplorationSession.Progress, fitting width: Int) -> String {
        let all = progress.estimate > progress.executions ? " of perhaps \(rounded(progress.estimate))" : ""
        var words = "explored \(progress.executions)\(all)"
        let races = progress.races == 0 ? [] : [", \(progress.races) race\(progress.races == 1 ? "" : "s") found"]
        let others = [" (Ctrl-C shows the results so far)", " (up to \(progress.steps) steps each)"]
        for more in races + others where words.count + more.count <= width { words += more }
        return String(words.prefix(max(width, 0)))
    }

    /// Two digits, followed by zeros.
    static func rounded(_ number: Int) -> Int {
        var unit = 1
        while number / unit >= 100 { unit *= 10 }
        return number / unit * unit
    }

    /// Removes it.
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
