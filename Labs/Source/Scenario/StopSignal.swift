import Dispatch
import Foundation

/// The bug: a source for SIGSTOP.
///
/// It is created, activated and registered without an error. But SIGSTOP is not a message to the
/// process: the kernel itself stops every thread. No process can catch, block or ignore it, so that
/// every program can be stopped for certain.
public func watchForStop(_ plan: Plan) throws -> PauseSeen {
    let collection = PhotoCollection()
    let heartbeat = Heartbeat()
    defer { heartbeat.stop() }
    let calls = Tally()
    let outsider = try Outsider.whoStopsUs(plan)

    let source = DispatchSource.makeSignalSource(signal: SIGSTOP, queue: DispatchQueue(label: "SIGSTOP"))
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
    // If the handler were called late, it would be called during this time.
    try heartbeat.wait(for: 5)

    return PauseSeen(
        handlerCalls: calls.total, unsavedDuringPause: collection.unsaved, beatsAfter: heartbeat.calls.total - before,
        mostTicksInOneCall: heartbeat.mostTicksInOneCall)
}
