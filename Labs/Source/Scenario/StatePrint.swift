import Dispatch
import Foundation

/// What an app that looks out for debuggers saw.
public struct DebuggerSeen: Codable, Sendable {
    /// Why the system let no debugger attach; nil: it did.
    public var refusal: String?
    /// State prints while the debugger paused the app and let it run on.
    public var printsByDebugger: Int
    /// The most ticks that one call of the heartbeat's handler stood for, until the debugger had gone.
    public var mostTicksInOneCall: Int
    /// Looks at TracerPid that found the debugger: while it was there, and after it had gone.
    public var sightings: Int
    public var sightingsAfterwards: Int
    /// State prints when the app was stopped and continued by signals.
    public var printsByContinue: Int
    /// Edits that the last state print told of, and those that had been made before the pause.
    public var editsPrinted: Int
    public var editsBeforePause: Int
}

/// An app that prints the state of its objects when it is continued, and looks whether a debugger is there.
///
/// All of it happens on one queue, to which the photos belong: a handler elsewhere would look at them while they change.
public func printStateOnContinue(_ plan: Plan) throws -> DebuggerSeen {
    let queue = DispatchQueue(label: "app")
    let collection = PhotoCollection()
    let prints = Tally()
    let sightings = Tally()
    var printed = 0
    let outsider = try Outsider.whoStopsUs(plan)

    let heartbeat = Heartbeat(on: queue) {
        collection.edit("lighthouse")
        if Debugger.tracer != nil { sightings.add() }
    }
    defer { heartbeat.stop() }

    let source = DispatchSource.makeSignalSource(signal: SIGCONT, queue: queue)
    source.setEventHandler {
        // A breakpoint here, and the debugger stands where `collection` is in sight, whatever the app was doing when it was stopped.
        print("Hi, I am: \(collection)")
        printed = collection.unsaved
        work()
        prints.add()
    }
    try source.register()
    defer { source.cancel() }
    try heartbeat.wait(for: 4)

    // A debugger attaches, pauses the app and lets it run on. It does so from thread to thread, without SIGCONT.
    let debugger = try Debugger.start(pausing: plan.pause)
    try heartbeat.wait(for: 1)
    heartbeat.letTickEnd()
    let refusal = try debugger.pausesUs()
    if refusal == nil { try sightings.waitForMore(2, "TracerPid to name the debugger") }
    try heartbeat.wait(for: 2)
    let (printsByDebugger, seen) = (prints.total, sightings.total)
    debugger.leave()
    try heartbeat.wait(for: 1)
    let seenAtLast = sightings.total
    let most = heartbeat.mostTicksInOneCall

    // Now the shell does: kill -STOP, kill -CONT.
    let editsBeforePause = queue.sync { collection.unsaved }
    try outsider.acts()
    try prints.wait(for: printsByDebugger + 1, "the state print")
    try heartbeat.wait(for: 4)

    return DebuggerSeen(
        refusal: refusal, printsByDebugger: printsByDebugger, mostTicksInOneCall: most,
        sightings: seen, sightingsAfterwards: sightings.total - seenAtLast, printsByContinue: prints.total - printsByDebugger,
        editsPrinted: queue.sync { printed }, editsBeforePause: editsBeforePause)
}
