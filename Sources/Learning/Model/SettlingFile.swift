/// When to look at a file that is being saved: a value that is told the time, without a clock.
///
/// One save can be many events: a file is emptied and written in parts, or removed, and another one
/// gets its name. So a look waits until the file was quiet for a moment.
struct SettlingFile: Sendable {
    /// After an event that ends a save: the writer has closed the file, or a file got its name.
    static let shortPause = Duration.milliseconds(40)
    /// After any other event: more will come.
    static let longPause = Duration.milliseconds(300)
    /// The longest delay: a program that writes without end is looked at too.
    static let longest = Duration.seconds(1)

    /// The first event since the last look.
    private(set) var first: Duration?
    /// When to look; nil: nothing has happened.
    private(set) var due: Duration?

    /// - Parameters:
    ///   - now: since any fixed moment.
    ///   - isComplete: whether the event ends a save.
    mutating func happened(at now: Duration, isComplete: Bool) {
        let first = first ?? now
        self.first = first
        due = min(first + Self.longest, now + (isComplete ? Self.shortPause : Self.longPause))
    }

    /// Looks once more after a moment: the file was not there.
    mutating func again(at now: Duration) {
        first = first ?? now
        due = now + .milliseconds(100)
    }

    /// The moment of the first event, if it is time to look; then everything begins again.
    mutating func take(at now: Duration) -> Duration? {
        guard let due, let first, now >= due else { return nil }
        self = SettlingFile()
        return first
    }
}

/// The time that a learner works: pauses count for a few minutes at most.
struct StudyClock: Sendable {
    /// A learner who does nothing for longer has gone away.
    static let longestPause = Duration.seconds(300)

    private var latest: Duration
    private var time = Duration.zero

    /// - Parameter now: since any fixed moment.
    init(at now: Duration) { latest = now }

    /// A key or a save.
    mutating func touch(at now: Duration) {
        time += min(max(.zero, now - latest), Self.longestPause)
        latest = now
    }

    /// The seconds that were not taken yet.
    mutating func take(at now: Duration) -> Double {
        touch(at: now)
        defer { time = .zero }
        return time / .seconds(1)
    }
}
