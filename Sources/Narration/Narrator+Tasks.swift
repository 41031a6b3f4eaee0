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
            let other = partner >= 0 ? names.item(partner) : "another operation"
            let done = partner >= 0 && before.items[partner].phase == .ended
            return Words(subject: queue, text: "\(name) must wait until \(other) has ended" + (done ? ", which it has already" : ""))
        case .operationIndependent:
            let other = partner >= 0 ? names.item(partner) : "another operation"
            return Words(subject: queue, text: "\(name) need no longer wait for \(other)")
        default:
            let effect =
                switch before.items[subject].phase {
                case .running: "it is running and goes on until it looks at isCancelled"
                case .ended: "it has ended already, so nothing changes"
                default: "it will not run, but it will still count as finished, so what depends on it is let go"
                }
            return Words(subject: queue, text: "\(actor) cancels \(name); \(effect)")
        }
    }

    private func whyReady(_ item: Trace.Item) -> String {
        if before.items[subject].isCancelled { return "it was cancelled, so it waits for nothing any more" }
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
        case .taskSuspended:
            let reason = partner >= 0 ? "to go on inside \(names.queue(partner))" : "for something that the trace does not show"
            return Words(subject: name, text: "is suspended\(ran(state, lasted)) and waits \(reason); its thread \(who) is free for others")
        case .taskResumed:
            let executor = partner >= 0 ? names.queue(partner) : "the shared pool"
            let first = state.map { $0.phase == .created || $0.phase == .unseen } ?? false
            let hop =
                if let state, state.phase == .suspended, partner >= 0, state.executor == Int32(partner) { ": it has its turn there" } else {
                    ""
                }
            return Words(
                subject: name,
                text: first
                    ? "starts on \(executor), on \(who)"
                    : "goes on at \(executor), on \(who)\(lasted.isEmpty ? "" : lasted + " of waiting")\(hop)")
        case .continuationResumed: return Words(subject: name, text: "\(actor) resumes the continuation that it waits for, so it may go on")
        case .taskEnded: return Words(subject: name, text: "ends" + (state?.isCancelled == true ? "; it had been cancelled" : ""))
        default: return Words(subject: name, text: cancelled(hasEnded: state?.phase == .ended))
        }
    }

    private func cancelled(hasEnded: Bool) -> String {
        if hasEnded { return "\(actor) cancels it, but it has ended already" }
        let how =
            switch event.detail & 0xFF {
            case 1: "is cancelled by \(actor), with all of its task group"
            case 2: "is cancelled too, because the task whose child it is has been"
            default: "\(actor) cancels it"
            }
        return "\(how); it goes on until its own code looks, or something it awaits gives up"
    }

    private func ran(_ state: StateOfTask?, _ lasted: String) -> String { state?.phase == .running ? lasted + " of running" : "" }
}
