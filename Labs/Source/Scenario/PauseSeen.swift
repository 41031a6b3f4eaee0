/// The observations of a process that was stopped and continued.
public struct PauseSeen: Codable, Sendable {
    /// Calls of the signal source's handler.
    public var handlerCalls: Int
    /// Calls of the handler for SIGCONT, if there is one.
    public var continueCalls = 0
    /// Photos that were edited and not saved when the process stopped.
    public var unsavedDuringPause = 0
    /// Calls of the heartbeat's handler after the pause.
    public var beatsAfter: Int
    /// The largest number of ticks merged into one call of the heartbeat's handler.
    public var mostTicksInOneCall: Int
}
