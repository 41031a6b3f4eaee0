import Explorer
import Words

extension Scene {
    /// Each thread has some of a semaphore's permits and waits for one more, and none is left (hold and wait); nil if it is not so.
    func heldPermits(_ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        for one in waiting where one.cause == .semaphore {
            guard let semaphore = object(of: one),
                let made = log.entries.last(where: { $0.event == .semaphoreCreated && $0.object == semaphore }), made.argument > 1
            else { continue }
            let same = waiting.filter { $0.cause == .semaphore && object(of: $0) == semaphore }
            let holders = Set(one.holders)
            guard holders.count > 1, holders == Set(same.map(\.task)) else { continue }
            let name = source.receiver(stack(one), of: ["wait"]).map { "the semaphore `\($0)`" } ?? "a semaphore"
            let places = same.compactMap { waiting in
                taken(by: waiting.task, waiting).map { (task: waiting.task, lines: differing($0.places, stack(waiting))) }
            }
            return explanation(
                "Deadlock: \(Wording.list(same.map { self.name($0.task) })) have all \(made.argument) permits of \(name), and each waits for one more.",
                places.map { place in
                    "\(self.name(place.task).capitalizedFirst) has held one since \(quote(place.lines.0)), and waits for another in \(quote(place.lines.1))."
                } + ["A thread that waits keeps what it holds, so no permit is released (hold and wait)."],
                places.map { location($0.task, $0.lines.0, "acquires one") }
                    + places.map { location($0.task, $0.lines.1, "waits for another one for ever") },
                hint:
                    "While a thread holds one, it must not wait for another: pass the first one on to the functions that need it. Or acquire all that the work needs in one step, under a lock."
            )
        }
        return nil
    }

    /// The innermost lines of two stacks that differ: both can be in one function.
    private func differing(_ one: [UInt], _ other: [UInt]) -> ([UInt], [UInt]) {
        guard let first = source.position(one), let second = source.position(other), first.line == second.line else { return (one, other) }
        func outside(_ stack: [UInt]) -> [UInt] {
            Array(stack.drop { source.position([$0]).map { $0.line == first.line } ?? true })
        }
        let above = (outside(one), outside(other))
        return source.position(above.0) == nil || source.position(above.1) == nil ? (one, other) : above
    }
}
