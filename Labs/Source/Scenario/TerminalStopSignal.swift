import Dispatch
import Foundation

/// The fix for who wants to be asked: SIGTSTP, which the terminal sends on Ctrl-Z. It is a request, and can be handled.
public func watchForTerminalStop(_ plan: Plan) throws -> PauseSeen {
    let collection = PhotoCollection()
    let heartbeat = Heartbeat()
    defer { heartbeat.stop() }
    let outsider = try Outsider.whoAsksUsToStop(plan)
    let stops = Tally()
    let continues = Tally()
    let unsaved = Tally()

    // A source only watches: on Apple's systems the signal's default action, to stop at once, would come first. On Linux the source
    // takes its place, so this line changes nothing, but it must stand *before* the source is made to be right on both.
    signal(SIGTSTP, SIG_IGN)
    let stop = DispatchSource.makeSignalSource(signal: SIGTSTP, queue: DispatchQueue(label: "SIGTSTP"))
    stop.setEventHandler {
        collection.save()
        work()
        unsaved.add(collection.unsaved)
        stops.add()
        // All is in order: now stop for real, as whoever pressed Ctrl-Z expects, by the signal that nobody can handle.
        // This call returns when the process is continued.
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
