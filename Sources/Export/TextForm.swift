import Trace

/// A trace as lines of text for grep, awk and spreadsheets: one fact or event a line, its fields separated by tabs.
///
/// The first field says what the line is; a line that begins with `#` names the fields of those behind it. Times are nanoseconds since the
/// trace's start (explorer: steps), things are numbered as they stand in their own lines, and `-` is what the trace does not know.
public struct TextForm: Sendable {
    private let trace: Trace

    public init(_ trace: Trace) { self.trace = trace }

    /// Hands out the whole text in pieces, each of whole lines with the newline behind the last; ends early when `body` throws.
    ///
    /// Linear in the trace; needs memory for a piece of about 64 KiB only.
    public func forEachPiece<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
        var piece = Lines()
        func hand(_ piece: inout Lines) throws(Failure) {
            try body(piece.text)
            piece.text.removeAll(keepingCapacity: true)
        }
        writeRun(&piece)
        writeThings(&piece)
        piece.fields(
            "#item", "number", "label", "how", "queue", "lane", "enqueued", "began", "ended", "cancelled", "barrier", "group", "task",
            "place")
        for index in trace.items.indices {
            writeItem(index, &piece)
            if piece.isLarge { try hand(&piece) }
        }
        piece.fields("#wait", "number", "kind", "lane", "object", "item", "began", "ended", "timedOut", "place")
        for index in trace.waits.indices {
            writeWait(index, &piece)
            if piece.isLarge { try hand(&piece) }
        }
        piece.fields("#event", "time", "lane", "kind", "detail", "object", "argument", "place")
        for event in trace.events {
            piece.fields(
                "event", event.time, "\(event.lane)", event.kind.name, event.detail, "0x\(String(event.object, radix: 16))", event.argument,
                place(event.place < 0 ? nil : Int(event.place)))
            if piece.isLarge { try hand(&piece) }
        }
        try hand(&piece)
    }

    /// The whole text. For long traces `forEachPiece` needs less memory.
    public var text: String {
        var text = ""
        forEachPiece { text += $0 }
        return text
    }

    private func writeRun(_ lines: inout Lines) {
        lines.fields("#run", "field", "value")
        lines.fields("run", "program", trace.program)
        lines.fields("run", "arguments", trace.arguments.joined(separator: " "))
        lines.fields("run", "process", trace.processID)
        lines.fields("run", "origin", trace.origin == .recorder ? "recorder" : "explorer")
        lines.fields("run", "startedAt", trace.startedAt)
        lines.fields("run", "duration", trace.duration)
        let ending =
            switch trace.ending {
            case .unknown: "unknown"
            case .stopped: "stopped"
            case .exited(let code): "exited \(code)"
            case .killed(let signal): "killed \(signal)"
            }
        lines.fields("run", "ending", ending)
        lines.fields("run", "droppedRecords", trace.droppedRecords)
        for damage in trace.damage { lines.fields("run", "damage", damage) }
    }

    private func writeThings(_ lines: inout Lines) {
        lines.fields("#lane", "number", "name", "thread", "main", "started", "ended")
        for (index, lane) in trace.lanes.enumerated() {
            lines.fields("lane", index, lane.name, lane.threadID, lane.isMain, lane.startedAt, lane.endedAt)
        }
        lines.fields("#queue", "number", "label", "kind", "target")
        for (index, queue) in trace.queues.enumerated() { lines.fields("queue", index, queue.label, "\(queue.kind)", queue.target) }
        lines.fields("#object", "number", "label", "kind", "firstValue")
        for (index, object) in trace.objects.enumerated() {
            lines.fields("object", index, object.label, "\(object.kind)", object.firstValue)
        }
        lines.fields("#task", "id", "name", "parent", "created", "ended", "place")
        for task in trace.tasks { lines.fields("task", task.id, task.name, task.parent, task.created, task.ended, place(task.place)) }
        lines.fields("#note", "time", "lane", "text")
        for note in trace.notes { lines.fields("note", note.time, note.lane, note.text) }
    }

    private func writeItem(_ index: Int, _ lines: inout Lines) {
        let item = trace.items[index]
        lines.fields(
            "item", index, item.label, "\(item.how)", item.queue, item.lane, item.enqueued, item.began, item.ended, item.cancelled,
            item.isBarrier, item.group, item.task, place(item.place))
    }

    private func writeWait(_ index: Int, _ lines: inout Lines) {
        let wait = trace.waits[index]
        lines.fields(
            "wait", index, "\(wait.kind)", wait.lane, wait.object, wait.awaitedItem, wait.began, wait.ended, wait.timedOut,
            place(wait.place))
    }

    /// "PhotoLibrary.swift:14", or the function where the line is not known.
    private func place(_ index: Int?) -> String? {
        guard let index, trace.places.indices.contains(index), let call = trace.places[index].call else { return nil }
        return call.line > 0 && !call.file.isEmpty ? "\(call.file):\(call.line)" : call.function
    }
}

/// Lines of fields, growing.
private struct Lines {
    var text = ""
    var isLarge: Bool { text.utf8.count > 64 << 10 }

    mutating func fields(_ values: (any Sendable)?...) {
        for (index, value) in values.enumerated() {
            if index > 0 { text += "\t" }
            append(value)
        }
        text += "\n"
    }

    private mutating func append(_ value: (any Sendable)?) {
        switch value {
        case nil: text += "-"
        case let value as String: text += value.isEmpty ? "-" : value.onOneLine
        case let value as Int64: text += String(value)
        case let value as Int: text += String(value)
        case let value as UInt64: text += String(value)
        case .some(let value): text += "\(value)"
        }
    }
}

extension String {
    /// Without what would begin a new field or line.
    fileprivate var onOneLine: String {
        utf8.contains { $0 < 0x20 } ? String(map { $0 == "\t" || $0.isNewline ? " " : $0 }) : self
    }
}
