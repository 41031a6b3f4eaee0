import Dispatch
import Foundation

public struct SuspendedSeen: Codable, Sendable {
    /// Calls of the handler while its queue was suspended, and all calls.
    public var callsMeanwhile: Int
    public var calls: Int
}

/// A signal arrives while the queue of the handler is suspended. The source keeps it.
public func signalToSuspendedQueue() throws -> SuspendedSeen {
    let queue = DispatchQueue(label: "SIGUSR1")
    let calls = Tally()
    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: queue)
    source.setEventHandler { calls.add() }
    try source.register()
    defer { source.cancel() }
    queue.sync {}  // The registration has ended, too.

    queue.suspend()
    kill(getpid(), SIGUSR1)
    Thread.sleep(forTimeInterval: 0.05)
    let before = calls.total
    queue.resume()
    try calls.wait(for: 1, "the call for SIGUSR1")
    return SuspendedSeen(callsMeanwhile: before, calls: calls.total)
}
