import Explorer
import Trace

/// The program's lines of the steps whose order decides.
extension Scene {
    /// Steps as they are told together: where two of them are used in one line, each by its own line.
    func quotes(of stacks: [[UInt]]) -> [String] {
        let used = stacks.map { source.statement($0).map { "\($0.file.path):\($0.line)" } ?? "" }
        let own = stacks.map { source.position($0).map { "\($0.file.path):\($0.line)" } ?? "" }
        // (A function that both threads call has one line for both.)
        guard Set(used).count < Set(own).count else { return stacks.map(quote) }
        return stacks.map { stack in source.position(stack).map { "`\($0.text)` (\(source.words($0)))" } ?? quote(stack) }
    }

    /// A step that another thread makes in the same line, a function in one line: the line that calls it.
    func used(_ stack: [UInt], besides other: [UInt]) -> [UInt] {
        func line(_ place: SourceIndex.Position?) -> String? { place.map { "\($0.file.path):\($0.line)" } }
        guard line(source.position(stack)) == line(source.position(other)), let statement = line(source.statement(stack)),
            statement != line(source.statement(other))
        else { return stack }
        let above = stack.drop { line(source.position([$0])) != statement }
        return above.isEmpty ? stack : Array(above)
    }

    /// Two places in functions: the innermost lines that call these, and are two different lines; else the places.
    func callLines(_ one: [UInt], _ other: [UInt]) -> (first: [UInt], second: [UInt]) {
        func above(_ stack: [UInt]) -> [UInt] {
            let function = source.innermost(stack)?.function
            return Array(stack.drop { source.innermost([$0]).map { $0.function == function } ?? true })
        }
        var stacks = (first: above(one), second: above(other))
        while let first = source.position(stacks.first), let second = source.position(stacks.second) {
            if first.line != second.line || first.file.path != second.file.path { return stacks }
            stacks = (above(stacks.first), above(stacks.second))
        }
        return (one, other)
    }

    /// "`count += 1` (line 9) of thread 1".
    func step(_ step: DecidingOrder.Step, _ stack: [UInt]) -> String { self.step(step.task, stack) }

    func step(_ task: Int, _ stack: [UInt]) -> String {
        let isRelease = log.entries.contains {
            $0.task == task && $0.event == .note && $0.text == ExecutionRecord.lastRelease && $0.places == stack
        }
        guard let place = source.position(stack), place.text.allSatisfy({ "})]".contains($0) }) else {
            return "\(quote(stack)) of \(name(task))"
        }
        return
            "the end of a block of \(name(task)) (\(source.words(place)))\(isRelease ? ", which releases the last reference to an object," : "")"
    }

    /// The statements of two steps. Where both acquire one lock, these are the accesses to a variable that both threads make while they
    /// hold it.
    func statements(_ earlier: DecidingOrder.Step, _ later: DecidingOrder.Step) -> (earlier: [UInt], later: [UInt]) {
        let own = (stack(earlier), stack(later))
        guard let one = entry(of: earlier), let other = entry(of: later) else { return own }
        let first = accessesUnderLock(from: one), second = accessesUnderLock(from: other)
        // (An object that is made in the section is no business of the other thread yet.)
        for access in first.filter({ !isFirstValue($0) }) + first.filter(isFirstValue) {
            let same = second.filter { $0.object & ~7 == access.object & ~7 }
            guard let mate = same.first(where: { !$0.looks }) ?? same.first else { continue }
            let change = first.first { $0.object & ~7 == access.object & ~7 && !$0.looks }
            // (Where the second thread only stores something, it matters what the first one found, and not what it stored.)
            let mine = access.looks && !second.contains { $0.looks && $0.object & ~7 == access.object & ~7 } ? access : change ?? access
            if !mine.looks || !mate.looks { return (mine.places, mate.places) }
        }
        return own
    }

    /// Whether an access stores the first value of a variable.
    private func isFirstValue(_ access: ExecutionRecord.Entry) -> Bool {
        !access.looks && source.innermost(access.places)?.function.contains("init(") == true
    }

    /// The accesses that a thread makes after it has acquired a lock, until it releases it.
    func accessesUnderLock(from index: Int) -> [ExecutionRecord.Entry] {
        var index = index
        // (The release can be a step at the same place.)
        if log.entries[index].event == .lockReleased, let place = log.entries[index].places.first {
            let task = log.entries[index].task
            index = log.entries[..<index].lastIndex { $0.event == .lockAcquired && $0.task == task && $0.places.first == place } ?? index
        }
        let acquired = log.entries[index]
        if acquired.event == .itemEnqueued, isActor(acquired.argument) { return accessesOnActor(acquired) }
        guard acquired.event == .lockAcquired else { return [] }
        let section = log.entries[index...].prefix {
            !($0.event == .lockReleased && $0.task == acquired.task && $0.object == acquired.object)
        }
        return section.filter { $0.task == acquired.task && $0.isAccess && source.position($0.places) != nil }
    }

    private func isActor(_ queue: UInt64) -> Bool {
        log.entries.contains { $0.event == .queueCreated && $0.object == queue && Int($0.detail) == Trace.Queue.Kind.actor.rawValue }
    }

    /// The accesses of a task on an actor, from the job that takes it there to the end of that job.
    private func accessesOnActor(_ job: ExecutionRecord.Entry) -> [ExecutionRecord.Entry] {
        guard let began = log.entries.firstIndex(where: { $0.event == .itemBegan && $0.object == job.object }) else { return [] }
        let stay = log.entries[began...].prefix { !($0.event == .itemEnded && $0.object == job.object) }
        return stay.filter { $0.task == log.entries[began].task && $0.isAccess && source.position($0.places) != nil }
    }

    func line(_ entry: ExecutionRecord.Entry) -> (line: Int, file: String)? {
        source.position(entry.places).map { ($0.line, $0.file.path) }
    }

    /// The call stack of a step; or of the task's next step that is in a file of the program.
    func stack(_ step: DecidingOrder.Step) -> [UInt] {
        let own = stack(step.task, step.place, step.repetition)
        if source.position(own) != nil { return own }
        return step.next.lazy.map { stack(step.task, $0.place, $0.repetition) }.first { source.position($0) != nil } ?? own
    }

    private func stack(_ task: Int, _ place: UInt, _ repetition: Int) -> [UInt] {
        let there = log.entries.filter { $0.task == task && $0.places.first == place }
        if there.count > repetition { return there[repetition].places }
        if let waiting = finding.waiting.first(where: { $0.task == task && $0.place == place }) { return stack(waiting) }
        // A step that was never made: an execution that does not fail has made it.
        let made = comparedLogs.lazy.compactMap { other -> [UInt]? in
            let own = other.entries.filter { $0.task == task && $0.places.first == place }
            return own.count > repetition ? own[repetition].places : nil
        }
        return made.first ?? (source.position([place]) != nil || there.isEmpty ? [place] : there[there.count - 1].places)
    }

    /// The entry of a step in the log; nil if the step was never made.
    func entry(of step: DecidingOrder.Step) -> Int? {
        func entry(_ place: UInt, _ repetition: Int) -> Int? {
            let there = log.entries.indices.filter { log.entries[$0].task == step.task && log.entries[$0].places.first == place }
            return there.count > repetition ? there[repetition] : there.last
        }
        let own = entry(step.place, step.repetition)
        if own != nil || source.position([step.place]) != nil { return own }
        return step.next.lazy.compactMap { entry($0.place, $0.repetition) }.first { source.position(log.entries[$0].places) != nil }
    }
}
