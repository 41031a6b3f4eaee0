import ExplorationRunner

/// Says in a terminal how far the reading of a long trace is. A short one is read before there is
/// anything to say.
final class ReadingProgress {
    private let words: String
    private let line = ProgressLine()
    private let start = ContinuousClock().now
    private var last: ContinuousClock.Instant

    /// - Parameter words: "reading run.trace".
    init(_ words: String) {
        self.words = words
        last = start
    }

    /// - Parameter part: what is done, from 0 to 1.
    func show(_ part: Double) {
        let now = ContinuousClock().now
        guard now - start > .milliseconds(300), now - last > .milliseconds(100) else { return }
        last = now
        line.say("\(words): \(Int(part * 100)) %")
    }

    /// Removes the line.
    func end() { line.clear() }
}
