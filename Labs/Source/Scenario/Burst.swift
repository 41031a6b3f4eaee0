import Dispatch
import Foundation

/// The result of a source for many signals.
public struct BurstSeen: Codable, Sendable {
    /// Signals sent one by one, each after the handler's call for the one before, and the handler's
    /// calls for them.
    public var sentOneByOne: Int
    public var callsOneByOne: Int
    /// Signals sent while the process was stopped, and calls of the handler for them.
    public var sentAtOnce: Int
    public var callsAtOnce: Int
    /// The sum of `source.data` in those calls.
    public var dataAtOnce: Int
}

/// A signal says *that* something happened, never how often.
///
/// For each signal the kernel keeps one bit: "pending". If a second SIGUSR1 arrives while the first
/// one is pending, the bit is already set, and the second one is lost.
public func receiveBurst(_ plan: Plan) throws -> BurstSeen {
    let heartbeat = Heartbeat()
    defer { heartbeat.stop() }
    let calls = Tally()
    let data = Tally()
    let outsider = try Outsider.whoStopsUsAndSends("USR1", plan)

    let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "SIGUSR1"))
    source.setEventHandler {
        data.add(Int(source.data))
        work()
        calls.add()
    }
    try source.register()
    defer { source.cancel() }

    // One by one: the handler is called for each signal before the next is sent, so none is lost.
    let few = 5
    for number in 1...few {
        kill(getpid(), SIGUSR1)
        try calls.wait(for: number, "the call for SIGUSR1 number \(number)")
        try heartbeat.wait(for: 1)
    }
    let (callsBefore, dataBefore) = (calls.total, data.total)

    // All during a stop: a stopped process receives no signal, so all of them arrive while the
    // first one is pending. Here that is certain. It can happen in every process that gets signals
    // faster than it can handle them.
    heartbeat.letTickEnd()
    try outsider.acts()
    try calls.wait(for: callsBefore + 1, "the call for the burst")
    try heartbeat.wait(for: 5)

    return BurstSeen(
        sentOneByOne: few, callsOneByOne: callsBefore, sentAtOnce: plan.burst, callsAtOnce: calls.total - callsBefore,
        dataAtOnce: data.total - dataBefore)
}
