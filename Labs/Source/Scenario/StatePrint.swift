import Dispatch
import Foundation

/// The observations of an app that looks for debuggers.
public struct DebuggerSeen: Codable, Sendable {
    /// The reason why the system let no debugger attach; nil if it did.
    public var refusal: String?
    /// Printed states while the debugger paused and continued the app.
    public var printsByDebugger: Int
    /// The largest number of ticks merged into one call of the heartbeat's handler, until the
    /// debugger had gone.
    public var mostTicksInOneCall: Int
    /// Checks of TracerPid that found a debugger: while it was attached, and after it had gone.
    public var sightings: Int
    public var sightingsAfterwards: Int
    /// Printed states after the app was stopped and continued by signals.
    public var printsByContinue: Int
    /// Edits in the last printed state, and edits that were made before the stop.
    public var editsPrinted: Int
    public var editsBeforePause: Int
}

/// An app that prints the state of its objects when it is continued, and checks for a debugger.
///
/// All of this runs on one queue, which protects the photos. A handler on another queue could read
/// them during a change.
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
        // With a breakpoint here, the debugger stops where `collection` is in scope, whatever the
        // app was doing when it was stopped.
        print("Hi, I am: \(collection)")
        printed = collection.unsaved
        work()
        prints.add()
    }
    try source.register()
    defer { source.cancel() }
    try heartbeat.wait(for: 4)

    // A debugger attaches, pauses the app and continues it: thread by thread, without SIGCONT.
    let debugger = try Debugger.start(pausing: plan.pause)
    try heartbeat.wait(for: 1)
    heartbeat.letTickEnd()
    let refusal = try debugger.pausesUs()
    if let refusal { print("The system lets no debugger attach (\(refusal)). So only the shell's pause is shown.") }
    if refusal == nil { try sightings.waitForMore(2, "TracerPid to name the debugger") }
    try heartbeat.wait(for: 2)
    let (printsByDebugger, seen) = (prints.total, sightings.total)
    debugger.leave()
    try heartbeat.wait(for: 1)
    let seenAtLast = sightings.total
    let most = heartbeat.mostTicksInOneCall

    // Now the shell does the same: kill -STOP, kill -CONT.
    let editsBeforePause = queue.sync { collection.unsaved }
    try outsider.acts()
    try prints.wait(for: printsByDebugger + 1, "the printed state")
    try heartbeat.wait(for: 4)

    return DebuggerSeen(
        refusal: refusal, printsByDebugger: printsByDebugger, mostTicksInOneCall: most,
        sightings: seen, sightingsAfterwards: sightings.total - seenAtLast, printsByContinue: prints.total - printsByDebugger,
        editsPrinted: queue.sync { printed }, editsBeforePause: editsBeforePause)
}
