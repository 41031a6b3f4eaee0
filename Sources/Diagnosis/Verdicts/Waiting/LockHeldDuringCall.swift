import Words
import Explorer

/// Advice for a circular wait in which a thread calls something else while it holds a lock.
extension Scene {
    func lockHeldDuringCall(_ circle: [ExplorationReport.Waiting]) -> String? {
        let causes = Set(circle.map(\.cause))
        if causes == [.queue, .lock] {
            return
                "`sync` blocks until the queue has run the block. Here a block on that queue needs the lock that the caller of `sync` holds. Release the lock before you call `sync`, or use `async`."
        }
        guard causes == [.lock], circle.contains(where: { waiting in circle.contains { callsOut(waiting, holding: $0) } }) else {
            return nil
        }
        return
            "Do not call code that you do not know (a closure, a delegate, an observer) while you hold a lock: that code decides which lock it acquires, so no order of the locks can be kept. Take what you need under the lock, release the lock, and call after that."
    }

    /// The calls by which the threads of a circle come to a second lock while they hold the first one, in other lines than that lock's; nil if
    /// one of them acquires both locks in one function.
    func callsUnderLocks(_ circle: [ExplorationReport.Waiting]) -> (words: String, locations: [Explanation.Location?], hint: String)? {
        guard circle.count > 1, circle.allSatisfy({ $0.cause == .lock }), lockHeldDuringCall(circle) == nil else { return nil }
        let calls = circle.compactMap { waiting in
            circle.first { $0.holders.contains(waiting.task) }.flatMap { call(of: waiting, holding: $0) }
        }
        let lines = Set(calls.compactMap { source.position($0).map { "\($0.file.path):\($0.line)" } })
        guard calls.count == circle.count, lines.count == circle.count else { return nil }
        let told = zip(circle, calls).map { "\(name($0.task)) calls \(quote(own: $1))" }
        return (
            "While it holds its lock, \(Wording.list(told)).",
            zip(circle, calls).map { location($0.task, $1, "makes this call while it holds its lock") },
            "Do not call another object while you hold a lock: its method acquires a lock of its own. Take what you need under the lock, release the lock, and make the call after that."
        )
    }

    /// The call in the function that acquired a lock by which a thread came to the place where it waits.
    private func call(of waiting: ExplorationReport.Waiting, holding other: ExplorationReport.Waiting) -> [UInt]? {
        guard let taken = taken(by: waiting.task, other), let holder = source.innermost(taken.places) else { return nil }
        let stack = stack(waiting)
        // (The innermost frame of that function, and something below it.)
        guard let frame = stack.firstIndex(where: { source.innermost([$0])?.function == holder.function }), frame > 0,
            source.position(Array(stack[..<frame])) != nil
        else { return nil }
        return Array(stack[frame...])
    }

    private func quote(own stack: [UInt]) -> String {
        source.position(stack).map { "`\($0.text)` (\(source.words($0)))" } ?? quote(stack)
    }

    /// Whether a thread acquired the lock that another one waits for, and then called a closure of another function, where it waits.
    private func callsOut(_ waiting: ExplorationReport.Waiting, holding other: ExplorationReport.Waiting) -> Bool {
        guard other.holders.contains(waiting.task), let taken = taken(by: waiting.task, other), let holder = source.innermost(taken.places)
        else { return false }
        let stack = stack(waiting)
        guard let frame = stack.lastIndex(where: { source.innermost([$0])?.function == holder.function }) else { return false }
        return stack[..<frame].contains { offset in
            guard let function = source.function(offset), source.place([offset]) != nil else { return false }
            return function.contains("closure #") && source.innermost([offset])?.function != holder.function
        }
    }
}
