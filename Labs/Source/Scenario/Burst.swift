import Dispatch
import Foundation

/// What a source made of many signals.
public struct BurstSeen: Codable, Sendable {
    /// Signals sent one by one, each after the handler had answered the one before, and calls of the handler for them.
    public var sentOneByOne: Int
    public var callsOneByOne: Int
    /// Signals sent while the process was stopped, and calls of the handler for them.
    public var sentAtOnce: Int
    public var callsAtOnce: Int
    /// What `source.data` added up to in those calls.
    public var dataAtOnce: Int
}

/// A signal says *that* something happened, never how often.
///
/// For each signal the kernel keeps one bit: "is to be delivered". A second SIGUSR1 that comes while the first is still to be delivered
/// finds the bit set already, and is gone.
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

    // One by one: each is answered before the next is sent, so none is lost.
    let few = 5
    for number in 1...few {
        kill(getpid(), SIGUSR1)
        try calls.wait(for: number, "the answer to SIGUSR1 number \(number)")
        try heartbeat.wait(for: 1)
    }
    let (callsBefore, dataBefore) = (calls.total, data.total)

    // At once: a stopped process takes no signal, so all of them come while the first is still to be delivered. What is certain here
    // happens now and then to every process that gets signals faster than it can take them.
    heartbeat.letTickEnd()
    try outsider.acts()
    try calls.wait(for: callsBefore + 1, "the answer to the burst")
    try heartbeat.wait(for: 5)

    return BurstSeen(
        sentOneByOne: few, callsOneByOne: callsBefore, sentAtOnce: plan.burst, callsAtOnce: calls.total - callsBefore,
        dataAtOnce: data.total - dataBefore)
}
