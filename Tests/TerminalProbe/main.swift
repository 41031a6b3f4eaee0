import Glibc
import Narration
import System
import Terminal
import Trace

// A stepper over a run of three items, for tests that need a process in a terminal; with the argument `view`, the full-screen viewer. With
// the argument `deadlock`, either of them over an explored run that ends in a deadlock.
// With the argument `trap`, the key x stops the process as a failed precondition does. The signal SIGURG makes any of them access memory
// that it does not have.

var trace = Trace()
trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "worker 1")]
trace.queues = [Trace.Queue(address: 1, label: "photoQueue", kind: .serial)]
for number in 0..<3 {
    let start = Int64(number) * 1_000_000
    trace.items.append(
        Trace.Item(
            id: UInt64(number + 10), queue: 0, label: "add(_:) #\(number + 1)", enqueued: start, began: start + 1_000, ended: start + 5_000,
            lane: 1, enqueuedOnLane: 0))
    trace.events.append(Event(time: start, kind: .itemEnqueued, lane: 0, object: UInt64(number + 10), argument: 1))
    trace.events.append(Event(time: start + 1_000, kind: .itemBegan, lane: 1, object: UInt64(number + 10), argument: 1))
    trace.events.append(Event(time: start + 5_000, kind: .itemEnded, lane: 1, object: UInt64(number + 10), argument: 1))
}
trace.duration = 2_005_000

/// Passes everything on to the terminal, but for one key.
struct TrappingConsole: StepperConsole {
    var terminal: StepperTerminal
    mutating func read() -> StepperInput {
        let input = terminal.read()
        precondition(input != .byte(UInt8(ascii: "x")), "the key x was pressed")
        return input
    }
    mutating func write(_ text: String) { terminal.write(text) }
    var size: (columns: Int, rows: Int) { terminal.size }
}

/// Two blocks take two locks in two orders; another file starts them.
func deadlock() -> Trace {
    var trace = Trace()
    trace.origin = .explorer
    trace.lanes = [Trace.Lane(name: "main", isMain: true), Trace.Lane(name: "block 1"), Trace.Lane(name: "block 2")]
    trace.objects = [
        Trace.SyncObject(kind: .lock, address: 1, label: "lock 1"), Trace.SyncObject(kind: .lock, address: 2, label: "lock 2"),
        Trace.SyncObject(kind: .group, address: 3, label: "everybody"),
    ]
    for (file, line) in [("Start.swift", 40), ("Move.swift", 12), ("Move.swift", 14)] {
        trace.places.append(Trace.Place(call: .init(function: "f", file: "/lab/\(file)", line: line, text: "line \(line)")))
    }
    func add(_ kind: Event.Kind, _ lane: Int, _ object: UInt64, _ place: Int) {
        let time = Int64(trace.events.count + 1), isWait = kind == .waitBegan
        trace.events.append(
            Event(
                time: time, kind: kind, detail: isWait ? UInt16(Trace.Wait.Kind.mutex.rawValue) : 0, lane: lane, object: object,
                argument: isWait ? .max : 0, place: place))
        if isWait { trace.waits.append(Trace.Wait(kind: .mutex, lane: lane, object: Int(object) - 1, began: time)) }
    }
    add(.groupEntered, 0, 3, 0)
    add(.groupEntered, 0, 3, 0)
    add(.lockAcquired, 1, 1, 1)
    add(.lockAcquired, 2, 2, 1)
    add(.waitBegan, 1, 2, 2)
    add(.waitBegan, 2, 1, 2)
    trace.duration = 7
    return trace
}

func crashForTheTest() { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }

CrashSignals.endThisProcess()
signal(SIGURG) { _ in crashForTheTest() }
if CommandLine.arguments.contains("deadlock") {
    let shown = ShownFiles.lab([.init(file: "Move.swift")])
    if CommandLine.arguments.contains("view") {
        var run = ViewerRun(title: "deadlock", trace: deadlock())
        run.shownFiles = shown
        do { try Viewer.show([run], style: .colour) } catch { print("no screen: \(error.reason)") }
    } else {
        var log = StepLog(deadlock())
        log.fold(showing: shown)
        log.step()
    }
} else if CommandLine.arguments.contains("view") {
    // Two runs, so that they can be compared; without a terminal the reason is printed.
    let runs = ["first", "second"].map { ViewerRun(title: $0, summary: "three items", trace: trace) }
    do { try Viewer.show(runs, heading: "probe", style: .colour) } catch { print("no screen: \(error.reason)") }
} else if CommandLine.arguments.contains("trap"), let terminal = StepperTerminal() {
    var stepper = Stepper(StepLog(trace), console: TrappingConsole(terminal: terminal))
    stepper.run().terminal.close()
} else {
    StepLog(trace).step()
}
