import Explorer
import Trace

/// The steps whose order decides whether the failure happens.
extension Scene {
    struct Deciding {
        /// The threads that make the steps.
        var tasks: Set<Int>
        /// One or two sentences.
        var words: String
        var locations: [Explanation.Location?]
        var hint: String
        /// A step of one thread came between two steps of another.
        var isGap = false
    }

    var deciding: Deciding? {
        let orders = knownOrders
        return orders.lazy.compactMap(wokenForNothing).first ?? between(orders) ?? orders.lazy.compactMap(repeated).first
            ?? betweenOfSeveral(orders) ?? orders.first.map(before)
    }

    /// The orders whose steps are in the program's files. The one that the failure follows most closely comes first.
    private var knownOrders: [DecidingOrder] {
        let known = (finding.deciding ?? []).enumerated().filter {
            source.position(stack($0.element.earlier)) != nil && source.position(stack($0.element.later)) != nil
        }
        // (The first use of a variable that has a constant value orders nothing that matters: the steps after it do.)
        let others = known.filter { !isOfFirstUse($0.element.earlier) && !isOfFirstUse($0.element.later) }
        let told = others.isEmpty ? known : others
        return told.sorted { one, other in
            let (isEarly, isOtherEarly) = (isCancelledEarly(one.element), isCancelledEarly(other.element))
            if isEarly != isOtherEarly { return isEarly }
            return (one.element.later.position, other.offset) > (other.element.later.position, one.offset)
        }.map(\.element)
    }

    /// Whether the first step cancels a work item or an operation that has not begun.
    private func isCancelledEarly(_ order: DecidingOrder) -> Bool {
        guard let index = entry(of: order.earlier), [.itemCancelled, .operationCancelled].contains(log.entries[index].event) else {
            return false
        }
        return !log.entries[..<index].contains { $0.event == .itemBegan && $0.object == log.entries[index].object }
    }

    /// Whether a step begins the first use of a global or static variable, or waits for its end.
    func isOfFirstUse(_ step: DecidingOrder.Step) -> Bool {
        guard let entry = entry(of: step).map({ log.entries[$0] }) else { return false }
        return entry.event == .onceBegan
            || entry.event == .waitBegan && Int(entry.detail & 0xFF) == Trace.Wait.Kind.once.rawValue
    }

    /// The steps that are told, as entries of the log, each with the one that came after it: both orders, if a step of one thread came
    /// between two of another.
    var decidingPairs: [(earlier: Int?, later: Int?)] {
        let orders = knownOrders
        if let (first, second) = gap(in: orders) ?? wideGap(in: orders) { return [first, second].map(entries) }
        if let order = orders.first(where: { repeated($0) != nil }) {
            let first = firstOfRepeated(order).map { (earlier: Optional($0), later: entry(of: order.earlier)) }
            return [first, entries(of: order)].compactMap(\.self)
        }
        if overlapping(orders) != nil, let (one, two) = overlap(in: orders) { return [one, two].map(entries) }
        return orders.first.map { [entries(of: $0)] } ?? []
    }

    private func entries(of order: DecidingOrder) -> (earlier: Int?, later: Int?) { (entry(of: order.earlier), entry(of: order.later)) }

    /// Whether another order of two steps would not fail. Then no thread fails for itself, by what it forgets in any case.
    var dependsOnOrder: Bool { finding.deciding?.isEmpty == false }

    /// Whether the order of two entries can be what decides: it is known to decide, or no order is known that does.
    ///
    /// (Two threads can make a step for each other, so the threads are compared, and not the steps.)
    func mayDecide(_ earlier: Int, before later: Int) -> Bool {
        guard dependsOnOrder, let orders = finding.deciding else { return true }
        return orders.contains { $0.earlier.task == log.entries[earlier].task && $0.later.task == log.entries[later].task }
    }

    /// A step of one thread came first, and then one of another thread.
    private func before(_ order: DecidingOrder) -> Deciding {
        if let told = cancelledBeforeBeginning(order) ?? firstUse(order) { return told }
        let stacks = statements(order.earlier, order.later), look = handlersLook(order, stacks.earlier)
        let handler = look.map { " The cancellation handler had looked there in \(quote($0.places)), too early." } ?? ""
        let check = checkBefore(order), moment = entry(of: order.earlier)
        let more = entry(of: order.later).flatMap { later in
            // (A place can have several entries.)
            let item = log.entries.first { entry in
                entry.event == .itemEnqueued && entry.task == order.later.task && entry.places == log.entries[later].places
            }
            return item.flatMap { followUp(order.earlier.task, $0, before: moment ?? later) }
        }
        return Deciding(
            tasks: [order.earlier.task, order.later.task],
            words:
                "\(step(order.earlier, stacks.earlier).capitalizedFirst) came before \(step(order.later, stacks.later)).\(handler) In the opposite order nothing fails.\(more?.words ?? "")",
            locations: [
                more?.place,
                location(order.earlier.task, used(stacks.earlier, besides: stacks.later), "comes first"),
                look.flatMap { location($0.task, $0.places, "looks there before that, for the cancellation handler") },
                location(order.later.task, used(stacks.later, besides: stacks.earlier), "comes second"),
            ],
            hint: more?.hint ?? check.map {
                "\(name(order.later.task).capitalizedFirst) looks in \(quote($0.places)) and acts in \(quote(stacks.later)). Make that one step: hold the lock from the look to the last change, so that no other thread comes between them."
            } ?? advice(stacks.earlier, stacks.later))
    }

    // MARK: a step between two others

    /// Two orders: a step of one thread, then a step of another, then another step of the first thread.
    private func gap(in orders: [DecidingOrder]) -> (DecidingOrder, DecidingOrder)? {
        let gaps = orders.flatMap { first in
            orders.filter {
                $0.earlier.position == first.later.position && $0.later.task == first.earlier.task
            }.map { (first, $0) }
        }
        return gaps.min {
            let (one, other) = ($0.1.later.position - $0.0.earlier.position, $1.1.later.position - $1.0.earlier.position)
            return (one, $0.0.earlier.position) < (other, $1.0.earlier.position)
        }
    }

    /// Two orders of the same two threads: some steps of one came between two steps of the other.
    private func wideGap(in orders: [DecidingOrder]) -> (DecidingOrder, DecidingOrder)? {
        let gaps = orders.flatMap { first in
            orders.filter { second in
                first.later.task == second.earlier.task && second.later.task == first.earlier.task
                    && first.later.position < second.earlier.position
            }.map { (first, $0) }
        }
        return gaps.min { ($0.1.later.position - $0.0.earlier.position) < ($1.1.later.position - $1.0.earlier.position) }
    }

    /// Steps of one thread that are in the gap between two steps of another, and change something else each: none of the two is a step
    /// that both threads make in one critical section.
    var betweenOfSeveral: Deciding? { knownOrders.contains { repeated($0) != nil } ? nil : betweenOfSeveral(knownOrders) }

    private func betweenOfSeveral(_ orders: [DecidingOrder]) -> Deciding? {
        guard gap(in: orders) == nil else { return nil }
        guard let (one, two) = wideGap(in: orders) else { return overlapping(orders) }
        let before = statements(one.earlier, one.later), after = statements(two.earlier, two.later)
        let places = [before.earlier, before.later, after.earlier, after.later]
        let lines = places.compactMap { source.statement($0) }.map { "\($0.file.path):\($0.line)" }
        guard lines.count == 4, lines[0] != lines[3], lines[1] != lines[2] else { return nil }
        let (task, other) = (one.earlier.task, one.later.task)
        return Deciding(
            tasks: [task, other],
            words:
                "\(quote(before.later).capitalizedFirst) and \(quote(after.earlier)) of \(name(other)) came between \(quote(before.earlier)) of \(name(task)) and \(quote(after.later)). If they come before both or after both, nothing fails. Each step has its own lock or none, but the two belong together (a race condition).",
            locations: [
                location(task, before.earlier, "comes first"), location(other, before.later, "comes between"),
                location(other, after.earlier, "comes between"), location(task, after.later, "comes last"),
            ],
            hint:
                "Make the two steps of each thread one step: hold one lock from the first to the second, and use the same lock in both threads and in each reader of the two.",
            isGap: true)
    }

    /// Two orders of the same two threads, each with a first step of one and a second step of the other.
    private func overlap(in orders: [DecidingOrder]) -> (DecidingOrder, DecidingOrder)? {
        for one in orders {
            let two = orders.first { two in
                one.earlier.task == two.later.task && one.later.task == two.earlier.task
                    && one.earlier.position < two.later.position && two.earlier.position < one.later.position
            }
            if let two { return (one, two) }
        }
        return nil
    }

    /// Two steps of one thread overlap with two steps of another one: each thread makes its first step before the other's second one.
    private func overlapping(_ orders: [DecidingOrder]) -> Deciding? {
        guard let (one, two) = overlap(in: orders) else { return nil }
        let steps = statements(one.earlier, one.later), others = statements(two.earlier, two.later)
        let (task, other) = (one.earlier.task, one.later.task)
        let places = [steps.earlier, others.later, others.earlier, steps.later]
        let lines = places.compactMap { source.statement($0) }.map { "\($0.file.path):\($0.line)" }
        guard lines.count == 4, Set(lines).count == 4 else { return nil }
        return Deciding(
            tasks: [task, other],
            words:
                "\(quote(steps.earlier).capitalizedFirst) of \(name(task)) came before \(quote(steps.later)) of \(name(other)), and \(quote(others.earlier)) came before \(quote(others.later)). So the two steps of \(name(task)) overlap with the two steps of \(name(other)). Each step is protected or atomic, but the two belong together (a race condition).",
            locations: [
                location(task, steps.earlier, "comes before the second step of \(name(other))"),
                location(other, others.earlier, "comes before the second step of \(name(task))"),
                location(other, steps.later, "comes second"), location(task, others.later, "comes second"),
            ],
            hint:
                "Make the two steps of each thread one step: hold one lock from the first to the second, and use the same lock in both threads and in each reader of the two.",
            isGap: true)
    }

    /// A step that is in the gap between two steps of another thread.
    private func between(_ orders: [DecidingOrder]) -> Deciding? {
        guard let orders = gap(in: orders) else { return nil }
        let (first, inside, last) = (orders.0.earlier, orders.1.earlier, orders.1.later)
        let earlier = statements(first, inside), later = statements(inside, last)
        let isToldEarlier = earlier.later != stack(inside)
        let stacks = apart(earlier.earlier, isToldEarlier ? earlier.later : later.earlier, later.later)
        return gap(first.task, stacks[0], inside.task, stacks[1], stacks[2], "comes before both or after both")
    }

    /// Both threads make the same two steps, and each made the first one before the other's second one: both found what was there before
    /// (a lost update, or a check by both before one of them acts).
    private func repeated(_ order: DecidingOrder) -> Deciding? {
        guard let first = firstOfRepeated(order) else { return nil }
        let stacks = statements(order.earlier, order.later)
        return gap(order.later.task, log.entries[first].places, order.earlier.task, stacks.earlier, stacks.later, "comes after both")
    }

    /// The entry of the first of the two steps that the second thread makes.
    private func firstOfRepeated(_ order: DecidingOrder) -> Int? {
        let second = order.later.task
        guard let inside = entry(of: order.earlier), let line = line(log.entries[inside]) else { return nil }
        let end = entry(of: order.later) ?? log.entries.count
        func steps(in range: Range<Int>, _ line: (line: Int, file: String)?) -> [Int] {
            range.filter { index in
                log.entries[index].task == second
                    && self.line(log.entries[index]).map { $0.line == line?.line && $0.file == line?.file } ?? false
            }
        }
        let own = log.entries[inside]
        let first = steps(in: 0..<inside, line).last { log.entries[$0].event == own.event && log.entries[$0].isOf(own) }
        guard let first else { return nil }
        let last = source.position(stack(order.later)).map { ($0.line, $0.file.path) }
        let isOneLine = last.map { $0 == (line.line, line.file) } ?? false
        // (Its two steps are not one pair if it made one of them again in between.)
        let again = steps(in: min(inside + 1, end)..<end, line).filter { log.entries[$0].event == own.event }
        // (It can have come to the line of the second step, and wait there for its turn on a queue.)
        let step = entry(of: order.later).map { log.entries[$0].event }
        let done = steps(in: first + 1..<max(inside, first + 1), last).filter { step == nil || log.entries[$0].event == step }
        guard isOneLine || done.isEmpty && again.isEmpty else { return nil }
        return first
    }

    private func gap(
        _ task: Int, _ first: [UInt], _ other: Int, _ inside: [UInt], _ last: [UInt], _ cure: String
    ) -> Deciding {
        let lines = Set([first, inside, last].map { source.position($0).map { "\($0.file.path):\($0.line)" } ?? "" })
        let quotes = quotes(of: [first, inside, last])
        let words =
            lines.count == 1
            ? "\(quote(first).capitalizedFirst) is more than one step. \(name(other).capitalizedFirst) was there between two steps of \(name(task))."
            : "\(quotes[1].capitalizedFirst) of \(name(other)) came between \(quotes[0]) of \(name(task)) and \(quotes[2])."
        let isLost = storesWhatItRead(first, inside, last)
        let lost = isLost ? " \(name(task).capitalizedFirst) stores a value that it made from the old one: a lost update." : ""
        return Deciding(
            tasks: [task, other], words: "\(words) If it \(cure), nothing fails.\(lost)",
            locations: [
                location(task, first, "comes first"), location(other, inside, "comes between"), location(task, last, "comes last"),
            ],
            hint: awaits(between: first, last)
                ? "At the `await` between its two steps, \(name(task)) lets other tasks run. Look again after the `await`, or make the change before it."
                : isLost
                    ? Self.readAndStore
                    : "Make the two steps of \(name(task)) one step, under one lock or in one method of an actor, so that no other thread comes between them.",
            isGap: true)
    }

    static let readAndStore =
        "Write one method that reads and stores in one step, under one lock or in one block of the queue, and call it in place of these two."

    /// Whether one statement reads with one accessor and stores with another one, and the other thread uses one of these in between.
    func storesWhatItRead(_ first: [UInt], _ inside: [UInt], _ last: [UInt]) -> Bool {
        guard let used = source.statement(first), let stores = source.statement(last), used.line == stores.line,
            used.file.path == stores.file.path, let reader = source.position(first), let writer = source.position(last),
            reader.line != writer.line, writer.line != stores.line, let other = source.position(inside)
        else { return false }
        let assignment = /[\w\]] = \w/
        return [reader.line, writer.line].contains(other.line) && writer.text.contains(assignment) && !reader.text.contains(assignment)
    }

    /// Whether an `await` is between two lines.
    private func awaits(between first: [UInt], _ last: [UInt]) -> Bool {
        guard let one = source.position(first), let two = source.position(last), one.file.path == two.file.path, one.line < two.line,
            two.line - one.line < 30
        else { return false }
        return (one.line + 1..<two.line).contains { one.file.line($0).contains("await ") }
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

    // MARK: a wake-up without a signal

    /// The same, for a failure whose cause would be sought in the order of the threads otherwise.
    var wokenStory: Between? {
        knownOrders.lazy.compactMap(wokenForNothing).first.map { Between(words: $0.words, locations: $0.locations, hint: $0.hint) }
    }

    /// A thread stopped waiting for a condition although no signal came, and went on as if one had come.
    private func wokenForNothing(_ order: DecidingOrder) -> Deciding? {
        let task = order.earlier.task, stack = stack(order.earlier)
        let wake = log.entries.last { entry in
            entry.event == .note && entry.text == ExecutionRecord.wakeWithoutSignal && entry.task == task
                && line(entry)?.line == source.position(stack)?.line
        }
        guard wake != nil else { return nil }
        return Deciding(
            tasks: [task, order.later.task],
            words:
                "\(name(task).capitalizedFirst) woke up in \(quote(stack)) without a signal, before \(step(order.later, self.stack(order.later))). The system allows such a wake-up (a spurious wakeup), and what the thread waits for need not be true then.",
            locations: [
                location(task, stack, "wakes up without a signal"), location(order.later.task, self.stack(order.later), "comes second"),
            ], hint: "Wait in a loop, `while` in place of `if`: after each wake-up the loop looks at the condition again.", isGap: true)
    }
}

extension ExecutionRecord.Entry {
    /// Whether it is about the same object; for the items of queues: about the same queue.
    fileprivate func isOf(_ other: Self) -> Bool {
        [.itemEnqueued, .itemBegan, .itemEnded].contains(event) ? argument == other.argument : object == other.object
    }
}
