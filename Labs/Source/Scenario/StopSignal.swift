import Dispatch
import Foundation

/// The mistake: a source for SIGSTOP.
///
/// It is made, activated and registered without complaint. But SIGSTOP is not for the process: the kernel stops every thread by itself and
/// lets nobody catch, block or ignore it. So that any program can be stopped for certain, none is asked.
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
    // A handler that were called late would still be called in this time.
    try heartbeat.wait(for: 5)

    return PauseSeen(
        handlerCalls: calls.total, unsavedDuringPause: collection.unsaved, beatsAfter: heartbeat.calls.total - before,
        mostTicksInOneCall: heartbeat.mostTicksInOneCall)
}
