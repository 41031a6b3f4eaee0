extension Machine {
    /// - Returns: nil if the program uses something whose meaning the machine does not know.
    init?(_ program: Program) {
        guard program.family != .operations else { return nil }
        var translation = Translation(program)
        let count = program.bodies.count
        for body in program.bodies.indices { translation.start(body) }
        code = program.bodies.indices.map { body in
            var code = translation.instructions(program.bodies[body], in: body)
            if body == 0 { code.append(.waitForAll) }
            if let group = translation.groupOfBody[body] { code += [.leave(group), .submitNotified(group)] }
            return code + [.end]
        }
        isConcurrent = program.queues
        queueOfBody = translation.queueOfBody
        parents = translation.parents
        limits = program.streams
        let locks = program.locks.count + program.conditions + program.actors
        initial = State(
            status: (0..<count).map { $0 == 0 ? .running : .unborn }, next: Array(repeating: 0, count: count),
            notes: Array(repeating: [], count: count), atomics: Array(repeating: 0, count: program.atomics),
            variables: Array(repeating: 0, count: program.protectors.count), owners: Array(repeating: -1, count: locks),
            depths: Array(repeating: 0, count: locks), readers: Array(repeating: 0, count: program.readWriteLocks),
            writers: Array(repeating: false, count: program.readWriteLocks), counters: Array(repeating: 0, count: program.conditions),
            sleepers: Array(repeating: [], count: program.conditions), semaphores: program.semaphores.map { Int8($0) },
            queues: Array(repeating: [], count: program.queues.count), groups: Array(repeating: 0, count: program.groups),
            notified: Array(repeating: [], count: program.groups), hasEmptied: Array(repeating: false, count: count),
            cancelled: Array(repeating: false, count: count), streams: program.streams.map { _ in State.Stream() },
            gates: Array(repeating: 0, count: program.gates))
    }
}

/// Translates the steps of each body, and collects how each body starts.
private struct Translation {
    let program: Program
    var queueOfBody: [Int], parents: [Int], groupOfBody: [Int?]

    init(_ program: Program) {
        self.program = program
        queueOfBody = program.bodies.map { _ in -1 }
        parents = queueOfBody
        groupOfBody = program.bodies.map { _ in nil }
    }

    /// Writes down how the bodies begin that this body starts.
    mutating func start(_ body: Int) {
        visit(program.bodies[body]) { step in
            switch step {
            case .start(let other, .queue(let queue, _, let group)):
                queueOfBody[other] = queue
                groupOfBody[other] = group
            case .start(let other, .childTask): parents[other] = body
            case .notify(_, let other, let queue): queueOfBody[other] = queue
            default: break
            }
        }
    }

    private func visit(_ steps: [Step], _ action: (Step) -> Void) {
        for step in steps {
            action(step)
            visit(step.inner, action)
        }
    }

    func instructions(_ steps: [Step], in body: Int) -> [Instruction] { steps.flatMap { instructions($0, in: body) } }

    private func instructions(_ step: Step, in body: Int) -> [Instruction] {
        let inner = instructions(step.inner, in: body)
        switch step {
        case .load(let index): return [.load(index)]
        case .add(let index): return [.add(index)]
        case .exchange(let index, let value): return [.exchange(index, value)]
        case .compareExchange(let index, let from, let to): return [.compareExchange(index, from: from, to: to)]
        case .store(let index, let value): return [.store(index, value)]
        case .read(let index): return [.read(index)]
        case .write(let index, let value): return [.write(index, value)]
        case .locked(let lock, _): return [.acquire(lock, isRecursive: isRecursive(lock))] + inner + [.release(lock)]
        case .tryLocked(let lock, _):
            return [.tryAcquire(lock, isRecursive: isRecursive(lock), skip: inner.count + 1)] + inner + [.release(lock)]
        case .reading(let lock, _): return [.acquireRead(lock)] + inner + [.releaseRead(lock)]
        case .writing(let lock, _): return [.acquireWrite(lock)] + inner + [.releaseWrite(lock)]
        case .tryReading(let lock, _): return [.tryRead(lock, skip: inner.count + 1)] + inner + [.releaseRead(lock)]
        case .tryWriting(let lock, _): return [.tryWrite(lock, skip: inner.count + 1)] + inner + [.releaseWrite(lock)]
        case .take(let index, let isLoop):
            let lock = program.locks.count + index
            return [
                .acquire(lock, isRecursive: false), .sleepIfZero(index, lock: lock, skip: 1),
                .wakeUp(index, lock: lock, back: isLoop ? 2 : 0), .takeOne(index), .release(lock),
            ]
        case .give(let index, let wakesAll):
            let lock = program.locks.count + index
            return [.acquire(lock, isRecursive: false), .giveOne(index, wakesAll: wakesAll), .release(lock)]
        case .wait(let index): return [.wait(index)]
        case .signal(let index): return [.signal(index)]
        case .poll(let index): return [.poll(index)]
        case .sync(let queue, let isBarrier, _):
            return [.enqueueSync(queue, isBarrier: isBarrier), .beginSync(queue)] + inner + [.endSync(queue)]
        case .syncItem(let queue, _): return [.enqueueSync(queue, isBarrier: false), .beginSync(queue)] + inner + [.endSync(queue)]
        // (The block counts in its group before it is in the queue.)
        case .start(let other, .queue(let queue, let isBarrier, let group?)):
            return [.enter(group), .start(other, .queue(queue, isBarrier: isBarrier, group: group))]
        case .start(let other, let start): return [.start(other, start)]
        case .enter(let group): return [.enter(group)]
        case .leave(let group): return [.leave(group), .submitNotified(group)]
        case .waitForGroup(let group): return [.waitForGroup(group)]
        case .notify(let group, let other, let queue): return [.notify(group, body: other, queue: queue), .submitNotified(group)]
        case .waitForOperations: return []
        case .onActor(let actor, _):
            // An actor runs one job after the other. Its callers can arrive at any time, so it is a lock.
            let lock = program.locks.count + program.conditions + actor
            let parts = inner.split(separator: .suspend, omittingEmptySubsequences: false)
            return parts.flatMap { [.acquire(lock, isRecursive: false)] + $0 + [.release(lock)] }

        case .yieldTask: return [.suspend]
        case .awaitTask(let other): return [.awaitBody(other)]
        case .cancelTask(let other): return [.cancel(other)]
        case .checkCancelled: return [.checkCancelled]
        case .mark: return []
        case .send(let stream, let value): return [.send(stream, value)]
        case .finish(let stream): return [.finish(stream)]
        case .receive(let stream): return [.askForElement(stream), .receive(stream)]
        case .passGate(let gate): return [.askAtGate(gate), .passGate(gate)]
        case .openGate(let gate): return [.openGate(gate)]
        }
    }

    private func isRecursive(_ lock: Int) -> Bool { program.locks[lock] == .recursive }
}

extension Step {
    /// The steps that run while this step holds something.
    var inner: [Step] {
        switch self {
        case .locked(_, let steps), .tryLocked(_, let steps), .reading(_, let steps), .writing(_, let steps), .tryReading(_, let steps),
            .tryWriting(_, let steps), .sync(_, _, let steps), .syncItem(_, let steps), .onActor(_, let steps):
            steps
        default: []
        }
    }
}
