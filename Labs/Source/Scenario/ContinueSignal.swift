import Dispatch
import Foundation

/// A source for SIGCONT works. It is too late to save before the stop, but early enough to repair
/// the effects of the stop.
public func watchForContinue(_ plan: Plan) throws -> PauseSeen {
    let collection = PhotoCollection()
    let heartbeat = Heartbeat()
    defer { heartbeat.stop() }
    let calls = Tally()
    let outsider = try Outsider.whoStopsUs(plan)

    let source = DispatchSource.makeSignalSource(signal: SIGCONT, queue: DispatchQueue(label: "SIGCONT"))
    source.setEventHandler {
        print("Hi, I am: \(collection)")
        work()
        calls.add()
    }
    try source.register()
    defer { source.cancel() }

    collection.edit("lighthouse")
    try heartbeat.wait(for: 5)
    heartbeat.letTickEnd()
    try outsider.acts()
    let before = heartbeat.calls.total
    try calls.wait(for: 1, "the handler for SIGCONT")
    try heartbeat.wait(for: 5)

    return PauseSeen(
        handlerCalls: calls.total, unsavedDuringPause: collection.unsaved, beatsAfter: heartbeat.calls.total - before,
        mostTicksInOneCall: heartbeat.mostTicksInOneCall)
}
