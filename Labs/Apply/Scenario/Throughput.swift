/// Measures how often per second an action can run.
public struct Throughput: Sendable {
    /// The time for the measurement.
    public var duration: Duration

    public init(_ duration: Duration = .milliseconds(30)) { self.duration = duration }

    /// Repeats the action until the time is over. The fastest time counts, because other programs
    /// can only make it slower.
    public func measure(_ action: () -> Void) -> Double {
        let end = ContinuousClock.now + duration
        var fastest = Duration.seconds(60)
        var begin = ContinuousClock.now
        while begin < end {
            action()
            let now = ContinuousClock.now
            fastest = min(fastest, now - begin)
            begin = now
        }
        return 1 / (fastest / .seconds(1))
    }
}
