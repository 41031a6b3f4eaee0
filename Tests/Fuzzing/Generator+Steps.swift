extension Generator {
    private enum Choice: CaseIterable {
        case atomic, lock, tryLock, reading, writing, tryReading, tryWriting, take, give, wait, signal, poll, sync, syncItem, start, group
        case actor, yield, cancel, check, send, receive, finish, passGate, openGate
    }

    /// A random step that is allowed at this place.
    mutating func step(in context: Context) -> Step {
        budget -= 1
        for _ in 0..<20 {
            if let step = step(random.pick(Choice.allCases), in: context) { return step }
        }
        return atomic()
    }

    private mutating func step(_ choice: Choice, in context: Context) -> Step? {
        switch choice {
        case .atomic: return random.isOneIn(3) ? atomic() : nil
        case .lock, .tryLock: return lock(isTry: choice == .tryLock, in: context)
        case .reading, .writing, .tryReading, .tryWriting: return readWriteLock(choice, in: context)
        case .take:
            return program.conditions > 0 && context.depth == 0 ? .take(random.below(program.conditions), isLoop: !random.isOneIn(4)) : nil
        case .give: return program.conditions > 0 ? .give(random.below(program.conditions), wakesAll: random.isOneIn(3)) : nil
        case .wait: return program.semaphores.isEmpty ? nil : .wait(random.below(program.semaphores.count))
        case .signal: return program.semaphores.isEmpty ? nil : .signal(random.below(program.semaphores.count))
        case .poll: return program.semaphores.isEmpty ? nil : .poll(random.below(program.semaphores.count))
        case .sync, .syncItem: return sync(isItem: choice == .syncItem, in: context)
        case .start: return program.isAsync && context.depth > 0 ? nil : startStep(in: context)
        case .group: return group(in: context)
        case .cancel: return program.isAsync && context.depth == 0 ? task(in: context) : nil
        case .check: return program.isAsync && random.isOneIn(3) ? .checkCancelled : nil
        case .yield:
            return program.isAsync && (context.isOnActor || random.isOneIn(4)) && context.held.allSatisfy(\.isActor) ? .yieldTask : nil
        case .actor:
            guard program.actors > 0, context.depth == 0 else { return nil }
            let actor = random.below(program.actors)
            var inside = holding(.actor(actor), in: context, canWrite: true)
            inside.isOnActor = true
            return .onActor(actor, inner(inside))
        case .send: return program.streams.isEmpty ? nil : .send(0, 1 + random.below(9))
        case .finish: return program.streams.isEmpty || !random.isOneIn(3) ? nil : .finish(0)
        // (A stream has one consumer, the first task.)
        case .receive: return program.streams.isEmpty || context.body != 1 || context.depth > 0 ? nil : .receive(0)
        // (Only one task passes a gate, one time.)
        case .passGate:
            guard program.gates > 0, context.depth == 0, !usedGate else { return nil }
            usedGate = true
            return .passGate(0)
        case .openGate: return program.gates > 0 ? .openGate(0) : nil
        }
    }

    private mutating func atomic() -> Step {
        let index = random.below(program.atomics)
        switch random.below(6) {
        case 0: return .load(index)
        case 1: return .exchange(index, 1 + random.below(9))
        case 2: return .compareExchange(index, from: random.below(3), to: 1 + random.below(9))
        case 3: return .store(index, 1 + random.below(9))
        default: return .add(index)
        }
    }

    private func holding(_ protector: Protector, in context: Context, canWrite: Bool) -> Context {
        var inside = context
        inside.held.insert(protector)
        inside.readable.insert(protector)
        if canWrite { inside.writable.insert(protector) }
        inside.depth += 1
        return inside
    }

    /// One or two steps for a place that holds something: usually an access to a variable that is protected there.
    private mutating func inner(_ context: Context) -> [Step] {
        (0..<(1 + random.below(2))).map { _ in
            let readable = program.protectors.indices.filter { context.readable.contains(program.protectors[$0]) }
            if !readable.isEmpty && random.below(4) > 0 {
                let index = random.pick(readable)
                let canWrite = context.writable.contains(program.protectors[index])
                return canWrite && random.isOneIn(2) ? .write(index, 1 + random.below(9)) : .read(index)
            }
            return context.depth < 2 && budget > 0 ? step(in: context) : atomic()
        }
    }

    private mutating func lock(isTry: Bool, in context: Context) -> Step? {
        guard !program.locks.isEmpty else { return nil }
        let index = random.below(program.locks.count)
        let isHeld = context.held.contains(.lock(index))
        if isHeld && (program.locks[index] != .recursive || context.isOnOtherThread) { return nil }
        var inside = holding(.lock(index), in: context, canWrite: true)
        inside.isOnActor = false
        let steps = inner(inside)
        return isTry ? .tryLocked(index, steps) : .locked(index, steps)
    }

    private mutating func readWriteLock(_ choice: Choice, in context: Context) -> Step? {
        guard program.readWriteLocks > 0 else { return nil }
        let index = random.below(program.readWriteLocks), isWriting = choice == .writing || choice == .tryWriting
        guard !context.held.contains(.readWriteLock(index)) else { return nil }
        let steps = inner(holding(.readWriteLock(index), in: context, canWrite: isWriting))
        return switch choice {
        case .reading: .reading(index, steps)
        case .writing: .writing(index, steps)
        case .tryReading: .tryReading(index, steps)
        default: .tryWriting(index, steps)
        }
    }

    private mutating func sync(isItem: Bool, in context: Context) -> Step? {
        guard !program.queues.isEmpty else { return nil }
        let queue = random.below(program.queues.count), isConcurrent = program.queues[queue]
        guard !context.held.contains(.queue(queue)) else { return nil }
        let isBarrier = isConcurrent && !isItem && random.isOneIn(2)
        var inside = holding(.queue(queue), in: context, canWrite: !isConcurrent || isBarrier)
        if isItem { inside.isOnOtherThread = true }
        let steps = inner(inside)
        return isItem ? .syncItem(queue, steps) : .sync(queue, isBarrier: isBarrier, steps)
    }

    private mutating func group(in context: Context) -> Step? {
        guard program.groups > 0 else { return nil }
        let group = random.below(program.groups)
        if random.isOneIn(2) && !notifiedGroups.contains(group) && program.bodies.count < mostBodies, !program.queues.isEmpty {
            notifiedGroups.insert(group)
            let queue = random.below(program.queues.count)
            return .notify(group, body: plan(on: .queue(queue), canWrite: !program.queues[queue]), queue: queue)
        }
        return context.body == 0 && context.depth == 0 && random.isOneIn(2) ? .waitForGroup(group) : nil
    }

    private mutating func task(in context: Context) -> Step? {
        let started = startedTasks.filter { $0.by == context.body }
        guard !started.isEmpty else { return nil }
        let task = random.pick(started)
        return random.isOneIn(2) && task.isDetached ? .cancelTask(task.body) : .awaitTask(task.body)
    }

    /// Gives a number to a new body, whose steps are made later.
    private mutating func plan(on protector: Protector? = nil, canWrite: Bool = false) -> Int {
        let body = program.bodies.count
        program.bodies.append([])
        var context = Context(body: body)
        if let protector {
            context = holding(protector, in: context, canWrite: canWrite)
            context.depth = 0
        }
        planned.append(context)
        return body
    }

    /// A step that starts another body; nil if there are enough of them.
    mutating func startStep(in context: Context) -> Step? {
        guard program.bodies.count < mostBodies else { return nil }
        switch program.family {
        case .tasks:
            guard context.depth == 0 else { return nil }
            let body = plan(), isDetached = random.isOneIn(2)
            startedTasks.append((context.body, body, isDetached))
            return .start(body, isDetached ? .detachedTask : .childTask)
        case .operations:
            if random.isOneIn(4) { break }
            let queue = random.below(program.operationQueues.count)
            let earlier = context.body == 0 ? operations.filter { _ in random.isOneIn(3) } : []
            let body = plan()
            if context.body == 0 { operations.append(body) }
            return .start(body, .operation(queue: queue, after: earlier))
        case .queues, .groups, .mixture:
            if program.family != .groups && random.isOneIn(2) { break }
            let queue = random.below(program.queues.count), isConcurrent = program.queues[queue]
            let isBarrier = isConcurrent && random.isOneIn(3)
            let group = program.groups > 0 && !random.isOneIn(3) ? random.below(program.groups) : nil
            return .start(plan(on: .queue(queue), canWrite: !isConcurrent || isBarrier), .queue(queue, isBarrier: isBarrier, group: group))
        default: break
        }
        return .start(plan(), random.isOneIn(3) ? .globalQueue : .thread)
    }
}

extension Protector {
    var isActor: Bool { if case .actor = self { true } else { false } }
}
