/// The parameters of the lab.
public struct Plan: Sendable {
    /// The time for which a process is stopped, in milliseconds.
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
