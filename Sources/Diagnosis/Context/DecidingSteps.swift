import Explorer

/// The two steps whose order decides whether the failure happens.
extension Scene {
    struct Deciding {
        /// One or two sentences.
        var words: String
        var locations: [Explanation.Location?]
        var hint: String
        /// A step of one thread came between two steps of another.
        var isGap = false
    }

    var deciding: Deciding? {
        let orders = (finding.deciding ?? []).filter {
            source.position(stack($0.earlier)) != nil && source.position(stack($0.later)) != nil
        }
        return between(orders) ?? orders.first.map(before)
    }

    /// Whether another order of two steps would not fail. Then no thread fails for itself, by what it forgets in any case.
    var dependsOnOrder: Bool { finding.deciding?.isEmpty == false }

    /// A step that is in the gap between two steps of another thread.
    private func between(_ orders: [DecidingOrder]) -> Deciding? {
        let gaps = orders.flatMap { first in
            orders.filter { $0.earlier.position == first.later.position && $0.later.task == first.earlier.task }.map {
                (first.earlier, $0.earlier, $0.later)
            }
        }
        guard let (first, inside, last) = gaps.min(by: { $0.2.position - $0.0.position < $1.2.position - $1.0.position }) else {
            return nil
        }
        let stacks = apart(stack(first), stack(inside), stack(last))
        return Deciding(
            words:
                "\(step(inside, stacks[1]).capitalizedFirst) came between \(step(first, stacks[0])) and \(quote(stacks[2])). If it comes before both or after both, nothing fails.",
            locations: [
                location(first.task, stacks[0], "comes first"), location(inside.task, stacks[1], "comes between"),
                location(last.task, stacks[2], "comes last"),
            ],
            hint:
                "Make the two steps of \(name(first.task)) one step, under one lock or in one method of an actor, so that no other thread comes between them.",
            isGap: true)
    }

    /// Two steps of a thread in the same line are in a function that it calls twice (`lock()`, say): then the lines that call it tell more.
    private func apart(_ first: [UInt], _ inside: [UInt], _ last: [UInt]) -> [[UInt]] {
        var stacks = [first, inside, last]
        func line(_ stack: [UInt]) -> Int? { source.position(stack)?.line }
        func callers(_ stack: [UInt]) -> [UInt] {
            let here = line(stack)
            return Array(stack.drop { source.position([$0]).map { $0.line == here } ?? true })
        }
        while line(stacks[0]) == line(stacks[2]) {
            let above = stacks.map { line($0) == line(stacks[0]) ? callers($0) : $0 }
            if above.contains(where: { line($0) == nil }) { return [first, inside, last] }
            stacks = above
        }
        return stacks
    }

    private func before(_ order: DecidingOrder) -> Deciding {
        Deciding(
            words:
                "\(step(order.earlier, stack(order.earlier)).capitalizedFirst) came before \(step(order.later, stack(order.later))). In the opposite order nothing fails.",
            locations: [
                location(order.earlier.task, stack(order.earlier), "comes first"),
                location(order.later.task, stack(order.later), "comes second"),
            ],
            hint:
                "No code fixes the order of these two steps. Let one of them wait for the other. Or make both orders right: keep what the first step did in a variable, under the lock, and let the other step look there."
        )
    }

    /// "`count += 1` (line 9) of thread 1".
    private func step(_ step: DecidingOrder.Step, _ stack: [UInt]) -> String { "\(quote(stack)) of \(name(step.task))" }

    /// The call stack of a step; or of the task's next step that is in a file of the program.
    private func stack(_ step: DecidingOrder.Step) -> [UInt] {
        let own = stack(step.task, step.place, step.repetition)
        if source.position(own) != nil { return own }
        return step.next.lazy.map { stack(step.task, $0, 0) }.first { source.position($0) != nil } ?? own
    }

    private func stack(_ task: Int, _ place: UInt, _ repetition: Int) -> [UInt] {
        let there = log.entries.filter { $0.task == task && $0.places.first == place }
        if let waiting = finding.waiting.first(where: { $0.task == task && $0.place == place }), there.count <= repetition {
            return stack(waiting)
        }
        return (there.count > repetition ? there[repetition] : there.last)?.places ?? [place]
    }
}
