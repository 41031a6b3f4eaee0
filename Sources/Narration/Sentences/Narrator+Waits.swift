import Words
import Trace

extension Narrator {
    func target(_ kind: Trace.Wait.Kind) -> String {
        switch kind {
        case .sync, .workItem, .operation: subject >= 0 ? names.item(subject) : "a block that the trace does not name"
        case .operationQueue: subject >= 0 ? names.queue(subject) : "an operation queue"
        case .sleep: "a while"
        case .kernel: inKernel.kernelWords(object: subject >= 0 ? names.object(subject) : nil)
        case .apply: "all iterations"
        case .threadJoin: subject >= 0 ? names.object(subject) : "another thread"
        case .task: names.task(subject, id: event.object)
        default: subject >= 0 ? names.object(subject) : kindName(kind)
        }
    }

    private func kindName(_ kind: Trace.Wait.Kind) -> String {
        switch kind {
        case .group: "a group"
        case .semaphore: "a semaphore"
        case .mutex, .readLock, .writeLock, .futex: "a lock"
        case .condition: "a condition"
        case .once: "a once block"
        default: "something that the trace does not name"
        }
    }

    /// The wait in the kernel, with the call that the event has.
    private var inKernel: Trace.Wait {
        var wait = Trace.Wait(kind: .kernel, lane: lane, began: event.time)
        wait.call = KernelCall(detail: event.detail)
        return wait
    }

    private var waitKind: Trace.Wait.Kind? { Trace.Wait.Kind(rawValue: Int(event.detail & 0xFF)) }

    private func object(_ state: TraceState) -> StateOfObject? {
        state.objects.indices.contains(subject) ? state.objects[subject] : nil
    }

    func waitBegan() -> Words {
        guard let kind = waitKind else { return Words(subject: who, text: "waits for something that this version cannot name") }
        let limit = event.argument == .max ? "" : ", at most \(Wording.duration(Int64(clamping: event.argument)))"
        let text: String
        switch kind {
        case .sleep:
            return Words(
                subject: who, text: event.argument == .max ? "sleeps" : "sleeps for \(Wording.duration(Int64(clamping: event.argument)))")
        case .apply: text = "starts a concurrentPerform and works on its iterations until all have ended"
        case .group:
            let inside = object(before)?.value.map { " (its count is \(Wording.grouped(Int($0))))" } ?? ""
            text = "waits for \(target(kind))\(inside)\(limit)"
        case .semaphore:
            let others =
                object(before).map {
                    $0.waiters.isEmpty
                        ? "" : "; \(Wording.count($0.waiters.count, "thread")) already \($0.waiters.count == 1 ? "waits" : "wait") for it"
                } ?? ""
            guard let value = object(before).map(\.value) ?? 0 else {
                text = "reaches \(target(kind))\(limit)"
                break
            }
            text =
                value > 0
                ? "reaches \(target(kind)): its value is \(value), so this thread can pass unless other threads pass first\(limit)"
                : "waits for \(target(kind))\(limit): its value is \(value), so it must be signalled first\(others)"
        case .mutex, .readLock, .writeLock, .futex:
            let holders = object(before).map { $0.holders.map { names.lane(Int($0)) } } ?? []
            let purpose = kind == .readLock ? " to read" : kind == .writeLock ? " to write" : ""
            text =
                "waits for \(target(kind))\(purpose)\(limit): \(holders.isEmpty ? "another thread holds it (the trace does not show which thread)" : "\(Wording.shortList(holders)) \(holders.count == 1 ? "holds" : "hold") it")"
        case .condition: text = "waits for \(target(kind)) to be signalled\(limit), and releases its lock while it waits"
        case .once:
            let holders = object(before).map { $0.holders.map { names.lane(Int($0)) } } ?? []
            text = "reaches \(target(kind)) while \(holders.first ?? "another thread") is running it, and blocks until it is done"
        case .threadJoin: text = "waits for \(target(kind)) to end\(limit)"
        case .operationQueue:
            let left =
                before.queues.indices.contains(subject) && before.queues[subject].isFullyKnown
                ? " (\(before.queues[subject].waiting.count + before.queues[subject].running.count) left)" : ""
            text = "waits until all operations of \(target(kind)) have ended\(left)\(limit)"
        case .task: text = "awaits the end of \(target(kind))"
        case .taskGroup: text = "awaits the end of a child task"
        case .continuation: text = "is suspended until its continuation is resumed"
        case .stream: text = "awaits the next element of a stream"
        case .kernel where inKernel.isIdle: text = "is idle: it waits for \(target(kind))\(limit)"
        case .kernel: text = "waits for \(target(kind))\(limit)"
        case .processor:
            let isPreempted = event.detail & 0x200 != 0
            return Words(
                subject: who,
                text: isPreempted
                    ? "is preempted: \(target(kind)) is ready and has a higher priority, so it gets the processor"
                    : "is ready, and waits for the processor: \(target(kind)) has it, and this thread's priority is not higher")
        case .sync, .workItem, .operation: text = "waits until \(target(kind)) has ended\(limit)"
        }
        if let cycle = after.waitingCycle(trace), cycle.contains(lane), cycle.count > 1 || kind == .mutex {
            return Words(subject: who, text: "\(text); now \(cycleText(cycle))", isWarning: true)
        }
        return Words(subject: who, text: text)
    }

    private func cycleText(_ cycle: [Int]) -> String {
        if cycle.count == 1 { return "it waits for a lock that it holds itself: deadlock, it can never continue" }
        let links = cycle.indices.map { "\(names.lane(cycle[$0])) waits for \(names.lane(cycle[($0 + 1) % cycle.count]))" }
        return "\(links.joined(separator: ", ")): deadlock, \(cycle.count == 2 ? "neither" : "none") of them can ever continue"
    }

    func waitEnded() -> Words {
        guard let kind = waitKind else { return Words(subject: who, text: "continues") }
        let wait = before.lanes.indices.contains(lane) ? activeWait(kind) : nil
        let lasted = wait.map { names.duration(event.time - $0.began) }
        if event.detail & 0x100 != 0 {
            return Words(
                subject: who, text: "gives up waiting for \(target(kind))\(lasted.map { " after \($0)" } ?? ""): timed out", isWarning: true
            )
        }
        if isMerged { return Words(subject: who, text: endedAtOnce(kind)) }
        let after = lasted.map { " after \($0)" } ?? ""
        switch kind {
        case .sleep: return Words(subject: who, text: "wakes up\(after)\(late(wait))")
        case .apply: return Words(subject: who, text: "all iterations have ended\(after); it continues")
        case .mutex, .readLock, .writeLock, .futex:
            return Words(subject: who, text: "acquires \(target(kind))\(after)\(releaser(wait, verb: "released it"))")
        case .once: return Words(subject: who, text: "continues\(after): \(target(kind)) has run, and will not run again")
        case .condition:
            return Words(
                subject: who,
                text: "wakes up\(after) of waiting for \(target(kind))\(releaser(wait, verb: "signalled it")), and holds its lock again")
        case .semaphore:
            return Words(subject: who, text: "passes \(target(kind))\(after)\(releaser(wait, verb: "signalled it"))\(values())")
        case .taskGroup: return Words(subject: who, text: "continues\(after): a child task has ended")
        case .processor: return Words(subject: who, text: "gets the processor\(after): no ready thread has a higher priority")
        case .continuation: return Words(subject: who, text: "continues\(after): its continuation was resumed")
        case .stream: return Words(subject: who, text: "continues\(after): there is an element, or the stream is finished")
        case .kernel: return Words(subject: who, text: "continues\(after): \(inKernel.call?.name ?? "the call") returns")
        case .group: return Words(subject: who, text: "continues\(after): \(target(kind)) is empty\(releaser(wait, verb: "left it last"))")
        default:
            return Words(subject: who, text: "continues\(after): \(target(kind)) \(kind == .operationQueue ? "is empty" : "has ended")")
        }
    }

    private func activeWait(_ kind: Trace.Wait.Kind) -> StateOfWait? {
        for case .wait(let wait) in before.lanes[lane].activities.reversed() where wait.kind == kind { return wait }
        return nil
    }

    private func endedAtOnce(_ kind: Trace.Wait.Kind) -> String {
        switch kind {
        case .semaphore: "passes \(target(kind)) without waiting\(values())"
        case .group: "finds \(target(kind)) empty and does not have to wait"
        case .mutex: "acquires \(target(kind)), which was free"
        case .readLock: "acquires \(target(kind)) to read, which was free for reading"
        case .writeLock: "acquires \(target(kind)) to write, which was free"
        case .once: "finds that \(target(kind)) has already run"
        default: "does not have to wait for \(target(kind))"
        }
    }

    /// ", value 2 → 1".
    private func values() -> String {
        guard let old = object(before)?.value, let new = object(after)?.value else { return "" }
        return "; its value goes from \(old) to \(new)"
    }

    /// The thread whose action ended the wait.
    private func releaser(_ wait: StateOfWait?, verb: String) -> String {
        guard let wait, trace.waits.indices.contains(Int(wait.facts)), let by = trace.waits[Int(wait.facts)].endedBy,
            trace.events.indices.contains(by)
        else { return " (the trace does not show which thread \(verb))" }
        return " (\(names.lane(Int(trace.events[by].lane))) \(verb))"
    }

    private func late(_ wait: StateOfWait?) -> String {
        guard let wait, let timeout = wait.timeout else { return "" }
        let late = event.time - wait.began - timeout
        return late > 0 && trace.origin == .recorder ? ", \(names.duration(late)) later than asked" : ""
    }
}
