/// What a process saw of being stopped and continued.
public struct PauseSeen: Codable, Sendable {
    /// Calls of the signal source's handler.
    public var handlerCalls: Int
    /// Calls of the handler for SIGCONT, where there is one.
    public var continueCalls = 0
    /// Photos that were edited and not saved when the process stood still.
    public var unsavedDuringPause = 0
    /// Calls of the heartbeat's handler after the pause.
    public var beatsAfter: Int
    /// The most ticks that one call of the heartbeat's handler stood for.
    public var mostTicksInOneCall: Int
}
