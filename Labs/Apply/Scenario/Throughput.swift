/// How often a second something can be done.
public struct Throughput: Sendable {
    /// How long to try.
    public var duration: Duration

    public init(_ duration: Duration = .milliseconds(30)) { self.duration = duration }

    /// Does it again and again until the time is up; the fastest time counts, since what else runs on the machine can only slow it down.
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
