import Trace

extension Narrator {
    func queue() -> Words {
        guard subject >= 0 else { return sourceAsQueue() }
        let name = names.queue(subject)
        switch event.kind {
        case .queueCreated: return Words(subject: name, text: "\(actor) \(coming) \(nature)\(onto)")
        case .queueTargeted: return Words(subject: name, text: "\(actor) gives it a target\(onto)")
        case .queueSuspended:
            let running = before.queues[subject].running.count
            let text =
                running == 0
                ? "no item of it starts until it is resumed"
                : "what runs already goes on (\(Wording.count(running, "item"))), nothing new starts until it is resumed"
            return Words(subject: name, text: "\(actor) suspends it; \(text)")
        case .queueActivated: return Words(subject: name, text: "\(actor) activates it; its items may start")
        default:
            let left = after.queues[subject].suspensions
            if left > 0 {
                return Words(
                    subject: name, text: "\(actor) resumes it, but it was suspended \(Wording.count(left, "time")) more: it stays so")
            }
            let waiting = after.queues[subject].waiting.count
            return Words(
                subject: name,
                text: "\(actor) resumes it; "
                    + (waiting == 0 ? "nothing waits in it" : "\(Wording.count(waiting, "waiting item")) may start"))
        }
    }

    private func sourceAsQueue() -> Words {
        let name = partner >= 0 ? names.object(partner) : who
        let text =
            switch event.kind {
            case .queueSuspended: "suspends it; until it is resumed it does not fire"
            case .queueActivated: "activates it; it may fire from now on"
            default: "resumes it; it may fire from now on"
            }
        return Words(subject: name, text: "\(actor) \(text)")
    }

    /// What the system has made, and actors, whose making is not seen, are there before anybody comes to them.
    private var coming: String {
        switch trace.queues[subject].kind {
        case .main, .global, .actor: "comes for the first time to"
        default: "makes"
        }
    }

    private var nature: String {
        switch trace.queues[subject].kind {
        case .serial: "a serial queue: one item at a time, in the order in which they come"
        case .concurrent: "a concurrent queue: items start in the order in which they come and may run at once"
        case .main: mainQueue
        case .global: "this global queue, which the whole process shares: its items may run at once"
        case .operation: "an operation queue: operations start when they are ready"
        case .actor: "this actor: one task at a time may be inside"
        }
    }

    /// The main queue stays with the main thread until that calls `dispatchMain()`, or the first `await` of an async `main` does.
    private var mainQueue: String {
        if trace.origin == .explorer { return "the main queue: its items run one at a time" }
        let lanes = Set(trace.items.lazy.filter { $0.queue == subject && $0.began != nil }.compactMap(\.lane)).sorted()
        let others = lanes.filter { trace.lanes.indices.contains($0) && !trace.lanes[$0].isMain }
        if others.isEmpty { return "the main queue: its items run on the main thread, one at a time" }
        let place = Wording.list(lanes.map(names.lane))
        return
            "the main queue: its items run one at a time, in this run on \(place); the main thread gave it up (dispatchMain, or the first await of an async main)"
    }

    private var onto: String {
        guard partner >= 0 else { return "" }
        return isOneAtATime(partner)
            ? "; its items run through \(names.queue(partner)), so one at a time with all that is there"
            : "; its items run through \(names.queue(partner))"
    }
}
