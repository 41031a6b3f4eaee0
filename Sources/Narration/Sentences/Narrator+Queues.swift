import Words
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
                running == 0 || !before.queues[subject].isFullyKnown
                ? "no item of it starts until it is resumed"
                : "running items continue (\(Wording.count(running, "item"))), and no new item starts until it is resumed"
            return Words(subject: name, text: "\(actor) suspends it; \(text)")
        case .queueActivated: return Words(subject: name, text: "\(actor) activates it; its items can start")
        default:
            let left = after.queues[subject].suspensions
            if left > 0 {
                return Words(
                    subject: name, text: "\(actor) resumes it, but it was suspended \(Wording.count(left, "time")) more: it stays suspended"
                )
            }
            guard after.queues[subject].isFullyKnown else { return Words(subject: name, text: "\(actor) resumes it") }
            let waiting = after.queues[subject].waiting.count
            return Words(
                subject: name,
                text: "\(actor) resumes it; "
                    + (waiting == 0 ? "nothing is queued in it" : "\(Wording.count(waiting, "queued item")) can start"))
        }
    }

    /// The width of an operation queue, and `cancelAllOperations`.
    func operationQueue() -> Words {
        guard subject >= 0 else { return Words(subject: who, text: "changes an operation queue that the trace does not name") }
        let name = names.queue(subject), held = before.queues[subject]
        if event.kind == .queueCancelled {
            let left = held.running.count + held.waiting.count
            let count = held.isFullyKnown ? " (\(left) \(left == 1 ? "has" : "have") not ended)" : ""
            return Words(subject: name, text: "\(actor) cancels all its operations\(count); running ones continue")
        }
        let width = Int(clamping: Int64(bitPattern: event.argument))
        if event.detail & 1 != 0 {
            return Words(subject: name, text: "its width (maxConcurrentOperationCount) is \(width): it runs \(names.atOnce(width))")
        }
        guard width >= 0 else {
            return Words(
                subject: name, text: "\(actor) removes its width: it runs as many operations at the same time as the system allows")
        }
        let running = held.running.count
        let more = running > width ? "; the \(running) that are running continue" : ""
        return Words(
            subject: name, text: "\(actor) sets its width (maxConcurrentOperationCount) to \(width): it runs \(names.atOnce(width))\(more)")
    }

    private func sourceAsQueue() -> Words {
        let name = partner >= 0 ? names.object(partner) : who
        let text =
            switch event.kind {
            case .queueSuspended: "suspends it; until it is resumed it does not fire"
            case .queueActivated: "activates it; it can fire from now on"
            default: "resumes it; it can fire from now on"
            }
        return Words(subject: name, text: "\(actor) \(text)")
    }

    /// Queues that the system made, and actors (the trace does not see them made), exist before
    /// their first use.
    private var coming: String {
        switch trace.queues[subject].kind {
        case .main, .global, .actor, .processor: "is the first to use"
        default: "makes"
        }
    }

    private var nature: String {
        switch trace.queues[subject].kind {
        case .serial: "a serial queue: one item at a time, in the order of submission"
        case .concurrent: "a concurrent queue: it takes items in the order of submission, and they can run at the same time"
        case .main: mainQueue
        case .global: "this global queue, which the whole process shares: its items can run at the same time"
        case .operation: "an operation queue: operations start when they are ready"
        case .actor: "this actor: one task at a time can be inside"
        case .processor: "the simulated processor: the ready thread with the highest priority runs"
        }
    }

    /// The main queue stays with the main thread until that calls `dispatchMain()`, or the first `await` of an async `main` does.
    private var mainQueue: String {
        if trace.origin != .recorder { return "the main queue: its items run one at a time" }
        let lanes = Set(trace.items.lazy.filter { $0.queue == subject && $0.began != nil }.compactMap(\.lane)).sorted()
        let others = lanes.filter { trace.lanes.indices.contains($0) && !trace.lanes[$0].isMain }
        if others.isEmpty { return "the main queue: its items run on the main thread, one at a time" }
        let place = Wording.shortList(lanes.map(names.lane))
        return
            "the main queue: its items run one at a time. In this run they ran on \(place), because the main thread called dispatchMain or reached the first await of an async main"
    }

    private var onto: String {
        guard partner >= 0 else { return "" }
        return isOneAtATime(partner)
            ? "; its items run through \(names.queue(partner)), so one at a time with all other items there"
            : "; its items run through \(names.queue(partner))"
    }
}
