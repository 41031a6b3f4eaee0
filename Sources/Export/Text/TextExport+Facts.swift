import Trace

extension TextExport {
    func head(_ lines: inout FieldLines) {
        lines.line(
            "# trace", "origin", "program", "arguments", "process", "started", "duration", "ending", "dropped", "complete from", "gaps",
            "kinds",
            "queues")
        lines.line(
            "trace", trace.origin == .recorder ? "recorder" : trace.origin == .explorer ? "explorer" : "simulation",
            Field.name(trace.program),
            trace.arguments.isEmpty ? "-" : trace.arguments.map(Field.name).joined(separator: " "), String(trace.processID),
            String(trace.startedAt), String(trace.duration), ending, String(trace.droppedRecords),
            String(trace.coverage.start), Field.flag(trace.coverage.hasGaps), kinds,
            trace.coverage.choice.queues.isEmpty ? "-" : trace.coverage.choice.queues.map(Field.name).joined(separator: " "))
        if !trace.damage.isEmpty { lines.line("# damage", "what") }
        for damage in trace.damage { lines.line("damage", Field.name(damage)) }
    }

    /// The kinds of events that were recorded; "-": all.
    private var kinds: String {
        let choice = trace.coverage.choice
        return choice.leftOut == 0
            ? "-" : RecordedChoice.Kind.allCases.filter(choice.kinds.contains).map(\.rawValue).joined(separator: " ")
    }

    private var ending: String {
        switch trace.ending {
        case .unknown: "unknown"
        case .stopped: "stopped"
        case .exited(let code): "exited \(code)"
        case .killed(let signal): "killed \(signal)"
        }
    }

    func subjects(_ lines: inout FieldLines) {
        lines.line("# lane", "number", "name", "id", "main", "started", "ended")
        for (index, lane) in trace.lanes.enumerated() {
            lines.line(
                "lane", String(index), Field.name(lane.name), String(lane.threadID), Field.flag(lane.isMain), Field.time(lane.startedAt),
                Field.time(lane.endedAt))
        }
        lines.line("# queue", "number", "label", "kind", "target", "widths", "suspended")
        for (index, queue) in trace.queues.enumerated() {
            lines.line(
                "queue", String(index), Field.name(queue.label), "\(queue.kind)", queue.target.map(queueName) ?? "-", widths(queue),
                suspensions(queue))
        }
        if !trace.objects.isEmpty { lines.line("# object", "number", "label", "kind", "first value") }
        for (index, object) in trace.objects.enumerated() {
            lines.line("object", String(index), Field.name(object.label), "\(object.kind)", Field.time(object.firstValue))
        }
        if !trace.tasks.isEmpty { lines.line("# task", "id", "name", "parent", "created", "ended") }
        for task in trace.tasks {
            lines.line(
                "task", String(task.id), Field.name(task.name), task.parent.map { String($0) } ?? "-", Field.time(task.created),
                Field.time(task.ended))
        }
    }

    func items(_ lines: inout FieldLines) {
        lines.line(
            "# item", "number", "label", "queue", "how", "barrier", "enqueued", "began", "ended", "cancelled", "lane", "enqueued on",
            "enqueued by",
            "group", "task", "after", "place", "priority", "start returned", "completes", "after unadded")
        for index in trace.items.indices {
            let item = trace.items[index]
            lines.line(
                "item", String(index), Field.name(item.label), queueName(item.queue), "\(item.how)", Field.flag(item.isBarrier),
                Field.time(item.enqueued), Field.time(item.began), Field.time(item.ended), Field.time(item.cancelled), laneName(item.lane),
                laneName(item.enqueuedOnLane), item.enqueuedByItem.map { String($0) } ?? "-", objectName(item.group),
                item.task.map { String($0) } ?? "-",
                item.dependencies.isEmpty ? "-" : item.dependencies.map { String($0) }.joined(separator: ","), place(item.place),
                item.how == .operation ? String(item.operation.priority) : "-", Field.time(item.operation.startReturned),
                item.operation.completes.map { String($0) } ?? "-",
                item.operation.unaddedDependencies.isEmpty ? "-" : Field.name(item.operation.unaddedDependencies.joined(separator: ", ")))
        }
    }

    /// "5012:2,9001:-": from when on which width.
    private func widths(_ queue: Trace.Queue) -> String {
        queue.widths.isEmpty ? "-" : queue.widths.map { "\($0.time):\($0.limit.map { String($0) } ?? "-")" }.joined(separator: ",")
    }

    /// "5012-9001,10000-": from when to when.
    private func suspensions(_ queue: Trace.Queue) -> String {
        queue.suspensions.isEmpty
            ? "-" : queue.suspensions.map { "\($0.began)-\($0.ended.map { String($0) } ?? "")" }.joined(separator: ",")
    }

    func waits(_ lines: inout FieldLines) {
        if trace.waits.isEmpty { return }
        lines.line(
            "# wait", "number", "lane", "item", "kind", "for", "awaited item", "began", "ended", "timed out", "timeout", "ended by event",
            "place")
        for (index, wait) in trace.waits.enumerated() {
            lines.line(
                "wait", String(index), laneName(wait.lane), wait.item.map { String($0) } ?? "-", "\(wait.kind)", objectName(wait.object),
                wait.awaitedItem.map { String($0) } ?? "-", Field.time(wait.began), Field.time(wait.ended), Field.flag(wait.timedOut),
                Field.time(wait.timeout), wait.endedBy.map { String($0) } ?? "-", place(wait.place))
        }
    }

    func queueName(_ index: Int) -> String {
        trace.queues.indices.contains(index) ? Field.name(trace.queues[index].label) : "-"
    }

    func laneName(_ index: Int?) -> String {
        guard let index, trace.lanes.indices.contains(index) else { return "-" }
        return Field.name(trace.lanes[index].name)
    }

    func objectName(_ index: Int?) -> String {
        guard let index, trace.objects.indices.contains(index) else { return "-" }
        return Field.name(trace.objects[index].label)
    }

    /// "PhotoLibrary.swift:14", or the function where no file is known.
    func place(_ index: Int?) -> String {
        guard let index, trace.places.indices.contains(index), let call = trace.places[index].call ?? trace.places[index].closure else {
            return "-"
        }
        if call.file.isEmpty { return Field.name(call.function) }
        // The file's name, as everywhere else: a folder of the machine it was built on says nothing about the run.
        let file = call.file.split(separator: "/").last.map(String.init) ?? call.file
        return Field.name(call.line > 0 ? "\(file):\(call.line)" : file)
    }
}
