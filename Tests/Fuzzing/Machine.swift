/// An instruction of the machine that a program is translated to. Each is one step that cannot be divided.
enum Instruction: Hashable {
    case load(Int), add(Int), exchange(Int, Int), compareExchange(Int, from: Int, to: Int), store(Int, Int)
    case read(Int), write(Int, Int)
    case acquire(Int, isRecursive: Bool), release(Int)
    /// Records 1 or 0. If the lock is not free, it skips this many instructions.
    case tryAcquire(Int, isRecursive: Bool, skip: Int)
    case acquireRead(Int), releaseRead(Int), acquireWrite(Int), releaseWrite(Int)
    case tryRead(Int, skip: Int), tryWrite(Int, skip: Int)
    /// If the counter is zero, releases the lock and sleeps; otherwise skips some instructions.
    case sleepIfZero(Int, lock: Int, skip: Int)
    /// Waits until another body has woken this one and the lock is free. Then goes back by this many instructions.
    case wakeUp(Int, lock: Int, back: Int)
    case takeOne(Int), giveOne(Int, wakesAll: Bool)
    case wait(Int), signal(Int), poll(Int)
    case enqueueSync(Int, isBarrier: Bool), beginSync(Int), endSync(Int)
    case start(Int, Start)
    case enter(Int), leave(Int), submitNotified(Int), waitForGroup(Int), notify(Int, body: Int, queue: Int)
    case awaitBody(Int), cancel(Int), checkCancelled
    /// Lets other tasks run. It has no effect of its own, because any task can be late anyway.
    case suspend
    case send(Int, Int), finish(Int), askForElement(Int), receive(Int)
    case askAtGate(Int), passGate(Int), openGate(Int)
    case waitForAll
    case end
}

/// All that a program's next steps depend on.
struct State: Hashable {
    enum Status: UInt8 { case unborn, queued, running, done }

    /// An item of a queue, which stays in the queue until it has ended.
    struct Item: Hashable {
        var body: Int8
        var isBarrier: Bool
        var isRunning = false
    }

    var status: [Status]
    /// The next instruction of each body.
    var next: [Int16]
    /// The values that each body has recorded.
    var notes: [[Int8]]
    var atomics: [Int8], variables: [Int8]
    /// The body that holds each lock, or -1, and how often.
    var owners: [Int8], depths: [Int8]
    var readers: [Int8], writers: [Bool]
    /// The counters of the conditions, and the bodies that sleep at them. (Their locks are the last of all locks.)
    var counters: [Int8], sleepers: [[Int8]]
    var semaphores: [Int8]
    var queues: [[Item]]
    var groups: [Int8]
    /// The blocks that wait for each group, with their queues.
    var notified: [[[Int8]]]
    /// Whether a body has just let a group's count become zero, while blocks waited for that, or has found it to be zero.
    var hasEmptied: [Bool]
    var cancelled: [Bool]
    var streams: [Stream]
    /// 1 while a task waits, 2 when it was resumed.
    var gates: [Int8]

    struct Stream: Hashable {
        var buffer: [Int8] = []
        var isFinished = false, isAwaited = false
        /// The element that the waiting task was resumed with; -1 is the end.
        var delivered: Int8?
    }
}

/// A program as instructions, and what each of them does.
///
/// This is an interpreter of its own: it shares no code with the explorer, and it knows no reduction.
struct Machine {
    let code: [[Instruction]]
    /// Whether each queue is concurrent.
    let isConcurrent: [Bool]
    /// The queue of each body that runs on a queue of the program, or -1.
    let queueOfBody: [Int]
    /// The body whose child task each body is, or -1: it is cancelled with it.
    let parents: [Int]
    let limits: [Int?]
    let initial: State

    /// The states after the next step of a body; none if it cannot make a step.
    func successors(of state: State, body: Int) -> [State] {
        switch state.status[body] {
        case .unborn, .done: return []
        case .queued:
            guard let queue = startable(state, body) else { return [] }
            var state = state
            if queue >= 0, let at = state.queues[queue].firstIndex(where: { $0.body == body }) { state.queues[queue][at].isRunning = true }
            state.status[body] = .running
            return [state]
        case .running: return execute(code[body][Int(state.next[body])], state, body)
        }
    }

    /// The queue on which a queued body can begin now; -1 if it needs no queue of the program; nil if it must wait.
    private func startable(_ state: State, _ body: Int) -> Int? {
        let queue = queueOfBody[body]
        return queue < 0 || canBegin(state, queue, body) ? queue : nil
    }

    /// Whether the items ahead of an item let it begin.
    private func canBegin(_ state: State, _ queue: Int, _ body: Int) -> Bool {
        guard let at = state.queues[queue].firstIndex(where: { $0.body == body && !$0.isRunning }) else { return false }
        let ahead = state.queues[queue][..<at]
        if !isConcurrent[queue] || state.queues[queue][at].isBarrier { return ahead.isEmpty }
        return !ahead.contains(where: \.isBarrier)
    }

    private func execute(_ instruction: Instruction, _ old: State, _ body: Int) -> [State] {
        var state = old
        let me = Int8(body)
        func note(_ value: Int8) { state.notes[body].append(value) }
        func skip(_ count: Int) { state.next[body] += Int16(count) }
        skip(1)
        switch instruction {
        case .load(let index): note(state.atomics[index])
        case .add(let index):
            note(state.atomics[index])
            state.atomics[index] += 1
        case .exchange(let index, let value):
            note(state.atomics[index])
            state.atomics[index] = Int8(value)
        case .compareExchange(let index, let from, let to):
            note(state.atomics[index])
            if state.atomics[index] == Int8(from) { state.atomics[index] = Int8(to) }
        case .store(let index, let value): state.atomics[index] = Int8(value)
        case .read(let index): note(state.variables[index])
        case .write(let index, let value): state.variables[index] = Int8(value)
        case .acquire(let index, let isRecursive):
            guard acquire(&state, index, me, isRecursive) else { return [] }
        case .tryAcquire(let index, let isRecursive, let count):
            let isFree = acquire(&state, index, me, isRecursive)
            note(isFree ? 1 : 0)
            if !isFree { skip(count) }
        case .release(let index): release(&state, index)
        case .acquireRead(let index):
            if state.writers[index] { return [] }
            state.readers[index] += 1
        case .acquireWrite(let index):
            if state.writers[index] || state.readers[index] > 0 { return [] }
            state.writers[index] = true
        case .tryRead(let index, let count):
            note(state.writers[index] ? 0 : 1)
            if state.writers[index] { skip(count) } else { state.readers[index] += 1 }
        case .tryWrite(let index, let count):
            let isFree = !state.writers[index] && state.readers[index] == 0
            note(isFree ? 1 : 0)
            if isFree { state.writers[index] = true } else { skip(count) }
        case .releaseRead(let index): state.readers[index] -= 1
        case .releaseWrite(let index): state.writers[index] = false
        case .wait(let index):
            if state.semaphores[index] == 0 { return [] }
            state.semaphores[index] -= 1
        case .signal(let index): state.semaphores[index] += 1
        case .poll(let index):
            note(state.semaphores[index] > 0 ? 1 : 0)
            if state.semaphores[index] > 0 { state.semaphores[index] -= 1 }
        case .awaitBody(let other): if state.status[other] != .done { return [] }
        case .suspend: break
        case .cancel(let other): cancel(&state, other)
        case .checkCancelled: note(state.cancelled[body] ? 1 : 0)
        case .waitForAll:
            for other in code.indices.dropFirst() where state.status[other] == .queued || state.status[other] == .running { return [] }
            if state.notified.contains(where: { !$0.isEmpty }) { return [] }
        case .end:
            state.status[body] = .done
            if queueOfBody[body] >= 0 { state.queues[queueOfBody[body]].removeAll { $0.body == me } }
        default: return executeWaiting(instruction, state, body)
        }
        return [state]
    }

    /// The instructions of conditions, queues and groups. The state already has the next instruction.
    private func executeWaiting(_ instruction: Instruction, _ old: State, _ body: Int) -> [State] {
        var state = old
        let me = Int8(body)
        switch instruction {
        case .sleepIfZero(let index, let lock, let count):
            if state.counters[index] != 0 {
                state.next[body] += Int16(count)
            } else {
                release(&state, lock)
                state.sleepers[index].append(me)
            }
        case .wakeUp(let index, let lock, let back):
            if state.sleepers[index].contains(me) || !acquire(&state, lock, me, false) { return [] }
            state.next[body] -= Int16(back)
        case .takeOne(let index):
            state.counters[index] -= 1
            state.notes[body].append(state.counters[index])
        case .giveOne(let index, let wakesAll):
            state.counters[index] += 1
            if wakesAll {
                state.sleepers[index] = []
            } else if !state.sleepers[index].isEmpty {
                return state.sleepers[index].indices.map { at in
                    var woken = state
                    woken.sleepers[index].remove(at: at)
                    return woken
                }
            }
        case .enqueueSync(let queue, let isBarrier): state.queues[queue].append(.init(body: me, isBarrier: isBarrier))
        case .beginSync(let queue):
            guard canBegin(state, queue, body), let at = state.queues[queue].firstIndex(where: { $0.body == me && !$0.isRunning }) else {
                return []
            }
            state.queues[queue][at].isRunning = true
        case .endSync(let queue):
            // (Its own item that it runs in, if any, came earlier.)
            if let at = state.queues[queue].lastIndex(where: { $0.body == me }) { state.queues[queue].remove(at: at) }
        case .start(let other, let start):
            if case .queue(_, let isBarrier, _) = start {
                submit(&state, other, isBarrier: isBarrier)
            } else {
                submit(&state, other, isBarrier: false)
            }
            if parents[other] == body && state.cancelled[body] { state.cancelled[other] = true }
        case .enter(let group): state.groups[group] += 1
        case .leave(let group):
            state.groups[group] -= 1
            state.hasEmptied[body] = state.groups[group] == 0 && !state.notified[group].isEmpty
        case .submitNotified(let group):
            // libdispatch submits these blocks after the count has become zero, or was found to be zero: other threads can go on between.
            if state.hasEmptied[body] {
                for block in state.notified[group] { submit(&state, Int(block[0]), isBarrier: false) }
                state.notified[group] = []
                state.hasEmptied[body] = false
            }
        case .waitForGroup(let group): if state.groups[group] > 0 { return [] }
        case .notify(let group, let other, _):
            state.notified[group].append([Int8(other)])
            if state.groups[group] == 0 { state.hasEmptied[body] = true }
        default: return executeStream(instruction, state, body)
        }
        return [state]
    }

    private func acquire(_ state: inout State, _ index: Int, _ body: Int8, _ isRecursive: Bool) -> Bool {
        guard state.owners[index] < 0 || (isRecursive && state.owners[index] == body) else { return false }
        state.owners[index] = body
        state.depths[index] += 1
        return true
    }

    private func release(_ state: inout State, _ index: Int) {
        state.depths[index] -= 1
        if state.depths[index] == 0 { state.owners[index] = -1 }
    }

    private func submit(_ state: inout State, _ body: Int, isBarrier: Bool) {
        state.status[body] = .queued
        if queueOfBody[body] >= 0 { state.queues[queueOfBody[body]].append(.init(body: Int8(body), isBarrier: isBarrier)) }
    }

    private func cancel(_ state: inout State, _ body: Int) {
        state.cancelled[body] = true
        for other in code.indices where parents[other] == body && state.status[other] != .unborn { cancel(&state, other) }
    }
}
