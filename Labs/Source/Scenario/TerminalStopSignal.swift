import Dispatch
import Foundation

/// The fix for a program that must do something before it stops: SIGTSTP, which the terminal sends
/// on Ctrl-Z. It is a request, and a program can handle it.
public func watchForTerminalStop(_ plan: Plan) throws -> PauseSeen {
    let collection = PhotoCollection()
    let heartbeat = Heartbeat()
    defer { heartbeat.stop() }
    let outsider = try Outsider.whoAsksUsToStop(plan)
    let stops = Tally()
    let continues = Tally()
    let unsaved = Tally()

    // On Apple's systems a source only observes: the signal's default action would stop the process
    // first. On Linux the source replaces that action, so this line changes nothing there. To be
    // correct on both, it must come *before* the source is created.
    signal(SIGTSTP, SIG_IGN)
    let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: DispatchQueue(label: "SIGTSTP"))
    stop.setEventHandler {
        collection.save()
        work()
        unsaved.add(collection.unsaved)
        stops.add()
        // All is saved. Now stop for real, as the user who pressed Ctrl-Z expects, with the signal
        // that no process can handle. This call returns when the process is continued.
        raise(SIGSTOP)
    }
    try stop.register()
    defer { stop.cancel() }

    let `continue` = DispatchSource.makeSignalSource(signal: SIGCONT, queue: DispatchQueue(label: "SIGCONT"))
    `continue`.setEventHandler {
        print("Back again. I am: \(collection)")
        work()
        continues.add()
    }
    try `continue`.register()
    defer { `continue`.cancel() }

    collection.edit("lighthouse")
    try heartbeat.wait(for: 5)
    heartbeat.letTickEnd()
    try outsider.acts()
    let before = heartbeat.calls.total
    try continues.wait(for: 1, "the handler for SIGCONT")
    try heartbeat.wait(for: 5)

    return PauseSeen(
        handlerCalls: stops.total, continueCalls: continues.total, unsavedDuringPause: unsaved.total,
        beatsAfter: heartbeat.calls.total - before, mostTicksInOneCall: heartbeat.mostTicksInOneCall)
}
