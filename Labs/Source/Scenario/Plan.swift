/// What a learner may turn.
public struct Plan: Sendable {
    /// How long a process is made to stand still, in milliseconds.
    public var pause: Int
    /// Signals sent in a burst, or additions to a user-data source.
    public var burst: Int

    public init(pause: Int, burst: Int) {
        self.pause = pause
        self.burst = burst
    }

    /// The same for a shell's `sleep`: "0.250".
    var seconds: String { "\(pause / 1000).\(String(pause % 1000 + 1000).dropFirst())" }
}
