import Explorer

/// One step came before another: what it means, and what to do.
extension Scene {
    /// A cancellation came before the operation or work item had begun, so its code never ran.
    func cancelledBeforeBeginning(_ order: DecidingOrder) -> Deciding? {
        guard let index = entry(of: order.earlier) else { return nil }
        let cancel = log.entries[index], isOperation = cancel.event == .operationCancelled
        guard isOperation || cancel.event == .itemCancelled,
            let item = log.entries.first(where: { $0.event == .itemEnqueued && $0.object == cancel.object })
        else { return nil }
        let begun = log.entries[..<index].contains { $0.event == .itemBegan && $0.object == cancel.object }
        let runner = log.entries.first { $0.event == .itemBegan && $0.object == cancel.object }?.task
        if begun || runner != nil && runner != order.later.task { return nil }
        let what = isOperation ? "operation" : "work item", who = runner.map(name) ?? "the \(what)"
        return Deciding(
            tasks: [order.earlier.task, order.later.task],
            words:
                "\(step(order.earlier, stack(order.earlier)).capitalizedFirst) cancelled \(who) before it began, so the code of the \(what) never ran. If it begins first, nothing fails.",
            locations: [
                location(order.earlier.task, stack(order.earlier), "cancels it before it begins"),
                location(item.task, item.places, "submits it"),
            ],
            hint: isOperation
                ? "Work that must be done in any case (leave(), signal(), resume()) belongs in the operation's `completionBlock`: it also runs after a cancellation."
                : "Work that must be done in any case (leave(), signal(), resume()) belongs in a block that `notify(queue:execute:)` submits: it also runs after a cancellation."
        )
    }

    /// A thread was the first to use a global or static variable, so its initializer ran there.
    func firstUse(_ order: DecidingOrder) -> Deciding? {
        let initializer = stack(order.earlier), own = source.position(initializer), other = source.position(stack(order.later))
        guard isOfFirstUse(order.earlier), let own, let other, own.line == other.line, own.file.path == other.file.path else { return nil }
        let first = user(of: initializer), second = user(of: stack(order.later))
        guard source.position(first) != nil else { return nil }
        // (A replayed execution does not show the step of a thread that found the variable made.)
        let isKnown = source.position(second) != nil
        let before = isKnown ? "came before \(step(order.later.task, second))" : "came before the first use by \(name(order.later.task))"
        return Deciding(
            tasks: [order.earlier.task, order.later.task],
            words:
                "\(step(order.earlier.task, first).capitalizedFirst) \(before). The first use of a global or static variable runs its initializer, here \(quote(initializer)). In the opposite order nothing fails.",
            locations: [
                location(order.earlier.task, first, "uses the variable first"),
                location(order.earlier.task, initializer, "is the initializer that runs there"),
                isKnown ? location(order.later.task, second, "uses the variable later") : nil,
            ],
            hint:
                "An initializer must not depend on the thread that runs it, or on the moment. Give it all that it needs as an argument, or use the variable once before other threads start."
        )
    }

    /// The calls that led to the first use of a variable, without those in the line of its declaration.
    private func user(of initializer: [UInt]) -> [UInt] {
        guard let own = source.position(initializer) else { return [] }
        return Array(initializer.drop { source.position([$0]).map { $0.line == own.line && $0.file.path == own.file.path } ?? true })
    }

    /// A cancellation came first. After that its handler has used what the second step changes only later: the lock of both.
    func handlersLook(_ order: DecidingOrder, _ first: [UInt]) -> ExecutionRecord.Entry? {
        guard let cancel = entry(of: order.earlier), let later = entry(of: order.later), cancel < later,
            source.position(first)?.text.contains(/\.cancel(All)?\(\)/) == true
        else { return nil }
        let lock = log.entries[later].object, stored = Set(accessesUnderLock(from: later).filter { !$0.looks }.map { $0.object & ~7 })
        let used = log.entries[cancel..<later].filter { entry in
            let isSame =
                entry.event == .lockAcquired ? entry.object == lock : entry.isAccess && entry.looks && stored.contains(entry.object & ~7)
            return isSame && source.isInHandler(entry.places)
        }
        return used.last(where: \.isAccess) ?? used.last
    }

    /// The thread of the second step had looked at what that step uses, in an earlier critical section of the same function: the first step
    /// came between the check and the act.
    func checkBefore(_ order: DecidingOrder) -> ExecutionRecord.Entry? {
        guard let earlier = entry(of: order.earlier), let later = entry(of: order.later), earlier < later else { return nil }
        let used = Set((accessesUnderLock(from: later) + [log.entries[later]]).filter(\.isAccess).map(\.accessedVariable))
        let changed = Set((accessesUnderLock(from: earlier) + [log.entries[earlier]]).filter(\.isChange).map(\.accessedVariable))
        let task = order.later.task, act = stack(order.later)
        return log.entries[..<earlier].last { look in
            look.task == task && look.isAccess && look.looks && used.contains(look.accessedVariable)
                && changed.contains(look.accessedVariable) && isEarlierPart(look.places, of: act)
        }
    }

    /// Whether a place is in an earlier line of the same function, or of a closure there.
    private func isEarlierPart(_ look: [UInt], of act: [UInt]) -> Bool {
        guard let one = source.innermost(look), let two = source.innermost(act), one.position.line < two.position.line,
            one.position.file.path == two.position.file.path
        else { return false }
        func outer(_ function: String) -> Substring? { function.split(separator: " in ").last }
        return outer(one.function) == outer(two.function)
    }

    /// The advice for two steps of which the first one came too early.
    func advice(_ first: [UInt], _ second: [UInt]) -> String {
        let cancels = source.position(first)?.text.contains(/\.cancel\w*\(/) == true
        let look = source.position(second)?.text ?? ""
        if source.position(first)?.text.contains("isCancelled") == true, look.contains(/\.cancel\w*\(/) {
            return
                "A cancellation does not stop work that has passed its check. Check again next to the change, under the lock of the result. Or wait until the work has ended before you use the result."
        }
        if look.contains(/\bself (!=|==) nil/) || look.contains(/let self\b/) {
            return
                "A `weak` reference does not keep its object. Keep the object until its work is done. Or do, where the reference is nil, what other code waits for: resume the continuation, call the handler, leave the group or signal."
        }
        if cancels, look.contains("isCancelled") || look.contains("checkCancellation") {
            return
                "The code path after a cancellation must also do what other code waits for: finish the stream, resume the continuation, leave the group or signal. Write it in a `defer` before the first check."
        }
        if cancels {
            return
                "A cancellation can come at any time, also before the work has begun. Keep it in a variable, under the lock, and look at the variable at the step that came second."
        }
        if looksAtResult(of: first, second) {
            return
                "The second step sees that it comes too late. On that code path it must still do what other code waits for: resume the continuation, call the handler, leave the group or signal."
        }
        return
            "Nothing makes one of these two steps come first. Let one of them wait for the other. Or make both orders right: keep what the first step did in a variable, under the lock, and let the other step look there."
    }

    /// Whether the first of two steps changed a variable that the second one looks at in an `if` or a `guard`, and something waits for ever.
    private func looksAtResult(of first: [UInt], _ second: [UInt]) -> Bool {
        guard [.leak, .deadlock].contains(finding.verdict), source.position(second)?.text.contains(/\b(if|guard)\b/) == true else {
            return false
        }
        if let look = log.entries.first(where: { $0.places == second && $0.isAccess && $0.looks }) {
            return log.entries.contains { $0.places == first && $0.isChange && $0.accessedVariable == look.accessedVariable }
        }
        // (What a lock protects need not have an entry of its own.)
        func locks(_ stack: [UInt]) -> UInt64? { log.entries.first { $0.places == stack && $0.event == .lockAcquired }?.object }
        return locks(first) != nil && locks(first) == locks(second) && source.position(first)?.text.contains(/[\w$] = \S/) == true
    }
}
