import Words
import Trace

extension Narrator {
    // MARK: Operations

    func operation() -> Words {
        guard trace.items.indices.contains(subject) else {
            return Words(subject: who, text: "something happens to an operation that the trace does not name")
        }
        let item = trace.items[subject]
        let name = names.item(subject)
        let queue = names.queue(item.queue)
        switch event.kind {
        case .operationAdded: return Words(subject: queue, text: "\(actor) adds \(name)")
        case .operationReady: return Words(subject: queue, text: "\(name) is ready: \(whyReady(item))")
        case .operationDepends:
            let other = partner >= 0 ? names.item(partner) : unadded(item)
            let done = partner >= 0 && before.items[partner].phase == .ended
            return Words(subject: queue, text: "\(name) must wait until \(other) has ended" + (done ? ", which has already happened" : ""))
        case .operationIndependent:
            let other = partner >= 0 ? names.item(partner) : "another operation"
            return Words(subject: queue, text: "\(name) need no longer wait for \(other)")
        case .operationPriority:
            return Words(
                subject: queue,
                text: "\(actor) changes the priority of \(name) to \(names.priority(Int(clamping: Int64(bitPattern: event.argument))))")
        case .operationReturned:
            let ran = item.began.map { " after \(names.duration(event.time - $0))" } ?? ""
            return Words(
                subject: queue,
                text: "the start() of \(name) returns\(ran); the operation counts as running until it announces that isFinished has changed"
            )
        default:
            let effect =
                switch before.items[subject].phase {
                case .running: "it is running, and only its own code can end it early: by a look at isCancelled"
                case .ended: "it has already ended, so nothing changes"
                default: "it will not run, but it will still count as finished, so operations that depend on it can start"
                }
            return Words(subject: queue, text: "\(actor) cancels \(name); \(effect)")
        }
    }

    /// A dependency that is not in any queue at the end either.
    private func unadded(_ item: Trace.Item) -> String {
        let names = item.operation.unaddedDependencies
        guard names.count == 1, let name = names.first, !name.isEmpty else { return "another operation" }
        return "operation \(SafeText.inLine(name))"
    }

    private func whyReady(_ item: Trace.Item) -> String {
        if before.items[subject].isCancelled { return "it was cancelled, so it no longer waits for anything" }
        if item.dependencies.isEmpty { return "it depends on nothing" }
        let last = item.dependencies.max { (trace.items[$0].ended ?? .min) < (trace.items[$1].ended ?? .min) }
        guard let last, let ended = trace.items[last].ended, ended <= event.time else { return "the trace does not show why" }
        return item.dependencies.count == 1
            ? "\(names.item(last)), which it waited for, has ended"
            : "the last of the \(item.dependencies.count) operations it waited for, \(names.item(last)), has ended"
    }

    // MARK: Tasks

    func task() -> Words {
        let name = names.task(subject, id: event.object)
        let state = before.tasks.indices.contains(subject) ? before.tasks[subject] : nil
        let lasted = state.map { $0.phase == .unseen ? "" : " after \(names.duration(event.time - $0.since))" } ?? ""
        switch event.kind {
        case .taskCreated:
            let parent =
                event.argument == 0 || event.detail & 0xFF == 1
                ? "" : "; it is a child of \(names.task(trace.tasks.firstIndex { $0.id == event.argument } ?? -1, id: event.argument))"
            let place = trace.tasks.indices.contains(subject) ? trace.tasks[subject].place : nil
            return Words(
                subject: name, text: "\(actor) makes this task\(parent)",
                place: place.flatMap { trace.places.indices.contains($0) ? trace.places[$0].call ?? trace.places[$0].closure : nil })
        case .taskSuspended where event.detail & 0xFF == 1:
            return Words(subject: name, text: "is still suspended when the recording ends: nothing has resumed it")
        case .taskSuspended:
            let reason = partner >= 0 ? "to continue on \(names.queue(partner))" : "for something that the trace does not show"
            return Words(
                subject: name, text: "is suspended\(ran(state, lasted)) and waits \(reason); its thread \(who) is free for other work")
        case .taskResumed:
            let executor = partner >= 0 ? names.queue(partner) : "the shared pool"
            let first = state.map { $0.phase == .created || $0.phase == .unseen } ?? false
            let hop =
                if let state, state.phase == .suspended, partner >= 0, state.executor == Int32(partner) { ": it is its turn there" } else {
                    ""
                }
            return Words(
                subject: name,
                text: first
                    ? "starts on \(executor), on \(who)"
                    : "continues on \(executor), on \(who)\(lasted.isEmpty ? "" : lasted + " of waiting")\(hop)")
        case .continuationResumed:
            return Words(subject: name, text: "\(actor) resumes the continuation that it waits for, so it can continue")
        case .taskAwaits:
            let place = trace.places.indices.contains(Int(event.place)) ? trace.places[Int(event.place)].awaiting : nil
            return Words(subject: name, text: awaited(), place: place)
        case .taskEnded: return Words(subject: name, text: "ends" + (state?.isCancelled == true ? "; it had been cancelled" : ""))
        default: return Words(subject: name, text: cancelled(hasEnded: state?.phase == .ended))
        }
    }

    private func cancelled(hasEnded: Bool) -> String {
        if hasEnded { return "\(actor) cancels it, but it has already ended" }
        let how =
            switch event.detail & 0xFF {
            case 1: "is cancelled by \(actor), with its whole task group"
            case 2: "is cancelled too, because its parent task was cancelled"
            default: "\(actor) cancels it"
            }
        return "\(how); it continues until its own code checks for cancellation, or until a call that it awaits returns early"
    }

    /// "waits for task 3 to end, if it has not ended".
    private func awaited() -> String {
        let found = trace.awaits.indices.firstPast { trace.awaits[$0].time >= event.time }
        guard trace.awaits.indices.contains(found), trace.awaits[found].time == event.time else { return "is about to wait" }
        let pending = trace.awaits[found]
        return switch pending.target {
        case .task: pending.awaited.map { "awaits the end of \(names.task($0, id: 0))" } ?? "awaits the end of another task"
        case .child: "awaits the end of a child task"
        case .children: "awaits the end of all child tasks of a group"
        case .continuation: "awaits that its continuation is resumed"
        case .sleep: "sleeps: it has no thread until the time is over"
        case .stream: "awaits the next element of a stream"
        }
    }

    private func ran(_ state: StateOfTask?, _ lasted: String) -> String { state?.phase == .running ? lasted + " of running" : "" }
}
