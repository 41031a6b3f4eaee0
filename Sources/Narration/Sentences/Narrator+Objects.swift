import Words
import Trace

extension Narrator {
    private var object: String { names.object(subject) }
    private var old: StateOfObject? { before.objects.indices.contains(subject) ? before.objects[subject] : nil }
    private var new: StateOfObject? { after.objects.indices.contains(subject) ? after.objects[subject] : nil }

    // MARK: Groups

    func group() -> Words {
        switch event.kind {
        case .groupCreated: return Words(subject: object, text: "\(actor) makes a group; it is empty")
        case .groupEntered:
            let count = new?.value.map { "; the count is now \(Wording.grouped(Int($0)))" } ?? ""
            return Words(subject: object, text: "\(actor) enters\(count)")
        case .groupLeft:
            if old?.value == 0 {
                return Words(
                    subject: object, text: "\(actor) leaves, but the count is 0: leave() without enter() stops the program",
                    isWarning: true)
            }
            return Words(subject: object, text: "\(actor) leaves" + (groupLeft(subject, name: "the group").map { "; \($0)" } ?? ""))
        default:
            let block = partner >= 0 ? names.item(partner) : "a block"
            guard let inside = old.map({ $0.value.map(Int.init) }) ?? 0 else {
                return Words(subject: object, text: "\(actor) asks to run \(block) when the group is empty, and continues")
            }
            return Words(
                subject: object,
                text: inside == 0
                    ? "\(actor) asks to run \(block) when the group is empty, which it already is"
                    : "\(actor) asks to run \(block) when the group is empty (its count is \(Wording.grouped(inside))), and continues")
        }
    }

    /// The effect of a leave: "the count of group 1 is now 2", "group 1 is now empty, so main
    /// thread can continue".
    func groupLeft(_ group: Int, name: String? = nil) -> String? {
        guard after.objects.indices.contains(group) else { return nil }
        let name = name ?? names.object(group)
        let state = after.objects[group]
        guard let value = state.value else { return nil }
        if value > 0 { return "the count of \(name) is now \(Wording.grouped(Int(value)))" }
        var effects: [String] = []
        let notified = before.objects[group].notified
        if !notified.isEmpty { effects.append("\(Wording.shortList(notified.map { names.item(Int($0)) })) can run") }
        if !state.waiters.isEmpty { effects.append("\(Wording.shortList(state.waiters.map { names.lane(Int($0)) })) can continue") }
        return "\(name) is now empty" + (effects.isEmpty ? "" : ", so \(effects.joined(separator: " and "))")
    }

    // MARK: Semaphores

    func semaphore() -> Words {
        if event.kind == .semaphoreCreated {
            return Words(subject: object, text: "\(actor) makes a semaphore with the value \(Int64(bitPattern: event.argument))")
        }
        let waiters = old?.waiters ?? []
        // A thread that waits since before the known part may be missing here.
        if waiters.isEmpty, let old, old.value == nil { return Words(subject: object, text: "\(actor) signals") }
        let effect =
            waiters.isEmpty
            ? "no thread waits for it, so its value goes from \(old?.value ?? 0) to \(new?.value ?? 0)"
            : waiters.count == 1
                ? "\(names.lane(Int(waiters[0]))), which waits for it, can continue"
                : "one of \(Wording.count(waiters.count, "waiting thread")) can continue"
        return Words(subject: object, text: "\(actor) signals; \(effect)")
    }

    // MARK: Once, locks, conditions

    /// How long this thread has held it; nil if the trace does not show when it acquired it. (Waits are all that it shows of a `Mutex`.)
    private var heldFor: String? {
        guard let old, !old.holders.isEmpty else { return nil }
        return names.duration(event.time - old.heldSince)
    }

    func once() -> Words {
        if event.kind == .onceBegan {
            return Words(subject: object, text: "\(actor) is the first caller and runs the block that must run only once")
        }
        let waiters = old?.waiters ?? []
        let took = heldFor.map { " after \($0)" } ?? ""
        let effect = waiters.isEmpty ? "no thread had to wait" : "\(Wording.shortList(waiters.map { names.lane(Int($0)) })) can continue"
        return Words(subject: object, text: "\(who) finishes it\(took), and it will not run again (\(effect))")
    }

    func lock() -> Words {
        let mode =
            switch event.detail & 0xFF {
            case 1: " to read";
            case 2: " to write";
            default: ""
            }
        if event.kind == .lockAcquired {
            if let wait = before.lanes.indices.contains(lane) ? before.lanes[lane].wait : nil, wait.target == Int32(subject) {
                return Words(subject: object, text: "\(actor) acquires it\(mode) after waiting \(names.duration(event.time - wait.began))")
            }
            let others = old?.holders.count ?? 0
            return Words(
                subject: object,
                text: others == 0
                    ? "\(actor) acquires it\(mode); it was free"
                    : "\(actor) acquires it\(mode); \(Wording.count(others, "other thread")) \(others == 1 ? "holds" : "hold") it too")
        }
        let held = heldFor.map { " after \($0)" } ?? ""
        if isMerged {
            return Words(subject: object, text: "\(actor) acquired it\(mode) and released it\(held) (no thread waited)")
        }
        let waiters = old?.waiters ?? []
        let effect =
            waiters.isEmpty
            ? "no thread waits for it"
            : "\(Wording.shortList(waiters.map { names.lane(Int($0)) })) \(waiters.count == 1 ? "waits" : "wait") for it"
        return Words(subject: object, text: "\(actor) releases it\(held) (\(effect))")
    }

    func condition() -> Words {
        let waiters = old?.waiters ?? []
        let all = event.detail & 0xFF == 1
        if waiters.isEmpty {
            return Words(
                subject: object,
                text: "\(actor) signals \(all ? "all waiting threads" : "one waiting thread"), but no thread waits: the signal is lost",
                isWarning: false)
        }
        let who =
            all || waiters.count == 1
            ? Wording.shortList(waiters.map { names.lane(Int($0)) }) : "one of \(Wording.count(waiters.count, "waiting thread"))"
        return Words(subject: object, text: "\(actor) signals; \(who) can wake up")
    }

    // MARK: Sources

    func source() -> Words {
        let signal = Trace.signalName(event.argument) ?? String(event.argument)
        switch event.kind {
        case .signalDelivered where trace.origin != .recorder:
            return Words(subject: who, text: "is stopped here by signal \(signal): the program traps", isWarning: true)
        case .signalDelivered: return Words(subject: who, text: "the system delivers signal \(signal) to the process")
        case .timerArmed: return armed()
        case .sourceCreated:
            return Words(subject: subject >= 0 ? object : who, text: "\(actor) makes it; it does not fire until it is resumed or activated")
        case .sourceCancelled: return Words(subject: subject >= 0 ? object : who, text: "\(actor) cancels it; it will not fire again")
        default: return fired()
        }
    }

    private func armed() -> Words {
        let delay = Wording.duration(Int64(clamping: event.argument))
        if subject < 0 {
            let block = partner >= 0 ? names.item(partner) : "a block"
            return Words(subject: who, text: "\(block) starts in \(delay) at the earliest")
        }
        return Words(subject: object, text: "\(actor) sets it to fire in \(delay)")
    }

    private func fired() -> Words {
        let data = Int(clamping: event.argument)
        let text: String
        switch event.detail & 0xFF {
        case 0:
            var late = ""
            if let old, old.delay >= 0, old.value == 0, trace.origin == .recorder {
                let difference = event.time - old.armedAt - old.delay
                late = difference >= 0 ? ", \(names.duration(difference)) later than it was set to" : ""
            }
            text = "fires\(late)" + (data > 1 ? "; \(Wording.count(data, "tick")) were merged into this one" : "")
        case 1: text = data > 1 ? "fires; \(Wording.grouped(data)) signals arrived as one event" : "fires: the signal arrived"
        case 2: text = "fires: about \(Wording.count(data, "byte")) can be read"
        case 3: text = "fires: about \(Wording.count(data, "byte")) can be written"
        case 4: text = "fires: the values added since the last time add up to \(Wording.grouped(data))"
        case 5: text = "fires: the bits set since the last time are 0x\(String(event.argument, radix: 16))"
        case 6: text = "fires: the last value set is \(Wording.grouped(data))"
        default: text = "fires"
        }
        return Words(subject: subject >= 0 ? object : who, text: text)
    }
}
