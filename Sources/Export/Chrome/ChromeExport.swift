import Timeline
import Trace
import Words

/// A trace as trace events in JSON, which Perfetto, Chrome's and Firefox's viewers open.
///
/// The program is a process with its threads; what each thread runs, what it submits, and what blocks it are slices. The queues are a second
/// process, with a track for each queue; items that overlap are asynchronous slices there. Arrows lead from a submission to the begin of its
/// item, and from a signal to the thread that it woke. Counters have the number of waiting items of each queue, and of running threads.
///
/// Format: "Trace Event Format" (Google, 2016). Memory for some bytes of each item is needed, however long the text is.
public struct ChromeExport: Sendable {
    let trace: Trace
    let names: TraceNames
    /// The process of the queues; no process of the system has this number.
    static let queues = 10_000_001
    static let locks = 10_000_002

    public init(_ trace: Trace) {
        self.trace = trace
        names = TraceNames(trace: trace, style: .plain)
    }

    /// The whole text.
    public func text() -> String {
        var text = ""
        write { text += $0 }
        return text
    }

    /// Passes on the text in pieces.
    public func write(_ sink: (String) -> Void) {
        withoutActuallyEscaping(sink) { sink in
            var pieces = EventPieces(unit: isInSteps ? 1000 : 1, sink: sink)
            head(&pieces)
            tracks(&pieces)
            threads(&pieces)
            queueTracks(&pieces)
            lockTracks(&pieces)
            counters(&pieces)
            notes(&pieces)
            pieces.raw("\n]}\n")
            pieces.flush()
        }
    }

    /// An explored trace has steps in place of time.
    var isInSteps: Bool { trace.origin == .explorer }
    var process: Int { trace.processID > 0 ? Int(trace.processID) : 1 }
    /// The moment at which what has not ended is cut.
    var end: Int64 { max(trace.duration, trace.events.last?.time ?? 0) }

    private func head(_ pieces: inout EventPieces) {
        pieces.raw("{\"otherData\":{\"made by\":\"Interleave\"")
        pieces.field("program", trace.program)
        pieces.field("time", isInSteps ? "1 microsecond is 1 step of the explorer" : "since the start of the recording")
        if trace.droppedRecords > 0 { pieces.field("missing records", trace.droppedRecords) }
        if !trace.damage.isEmpty { pieces.field("damage", trace.damage.joined(separator: "; ")) }
        pieces.raw("},\"displayTimeUnit\":\"ns\",\"traceEvents\":[")
    }

    /// The names and the order of processes and threads.
    private func tracks(_ pieces: inout EventPieces) {
        let program = trace.program.split(separator: "/").last.map(String.init) ?? "program"
        func name(_ kind: String, _ process: Int, _ thread: Int, _ name: String, order: Int) {
            for (what, key) in [("name", true), ("sort_index", false)] {
                pieces.begin("M", "\(kind)_\(what)", process: process, thread: thread, at: 0)
                pieces.beginArguments()
                if key { pieces.field("name", name) } else { pieces.field("sort_index", order) }
                pieces.endArguments()
                pieces.end()
            }
        }
        name("process", process, 0, program, order: 0)
        for lane in trace.lanes.indices { name("thread", process, thread(lane), names.lane(lane), order: lane) }
        if !trace.queues.isEmpty { name("process", Self.queues, 0, "queues of \(program)", order: 1) }
        for queue in trace.queues.indices { name("thread", Self.queues, queue + 1, names.queue(queue), order: queue) }
        let held = Set(trace.holdings.map(\.object)).sorted()
        if !held.isEmpty { name("process", Self.locks, 0, "locks of \(program)", order: 2) }
        for object in held { name("thread", Self.locks, object + 1, names.object(object), order: object) }
    }

    /// The number of a lane's thread. The kernel can give its number to two threads of a run, one after the other.
    func thread(_ lane: Int) -> Int { lane + 1 }

    private func notes(_ pieces: inout EventPieces) {
        for note in trace.notes {
            pieces.begin("i", note.text, process: process, thread: thread(note.lane), at: note.time)
            pieces.raw(",\"s\":\"t\"")
            pieces.end()
        }
    }

    /// "photos.swift:14", or the function where no file is known.
    func place(_ index: Int?) -> String? {
        guard let index, trace.places.indices.contains(index), let call = trace.places[index].call ?? trace.places[index].closure else {
            return nil
        }
        if call.file.isEmpty { return call.function.isEmpty ? nil : call.function }
        let file = call.file.split(separator: "/").last.map(String.init) ?? call.file
        return call.line > 0 ? "\(file):\(call.line)" : file
    }
}
