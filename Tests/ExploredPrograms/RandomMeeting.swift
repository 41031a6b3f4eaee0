import Dispatch
import Foundation
import Synchronization

/// A small random program of two or three tasks that synchronize by one kind of object: groups, say, or conditions.
///
/// As with `RandomProgram`, its outcomes are not known in advance.
public final class RandomMeeting: CustomStringConvertible, @unchecked Sendable {
    public enum Subject: String, CaseIterable, Sendable {
        case groups, semaphores, items, conditions, readers, queues, hierarchies, sources, operations, orderedOperations, operationsOnAQueue
        case swiftTasks, swiftFamilies, swiftWaits
    }

    /// The steps of a task; numbers select the shared object.
    enum Step {
        case mark
        case enter, leave, lookAtGroup, waitForGroup, notifyGroup, asyncInGroup(Int)
        case signal, wait, poll
        case hand(Int, to: Int), perform(Int), cancel(Int), isCancelled(Int), waitFor(Int), lookAt(Int), notify(Int)
        case sleep, sleepUnlessWoken, sleepShortly, wakeOne, wakeAll, wakeOneWithoutLock
        case read, write, tryRead, tryWrite
        case async(Int), asyncBarrier, sync(Int), syncBarrier, suspend(Int), resume(Int)
        case merge(Int), setTimer, cancelSource(Int), isSourceCancelled(Int), suspendSource(Int), resumeSource(Int)
        case markOn(Int), markOnBoth(Int), markOnMain, awaitWorker, cancelWorker, isWorkerCancelled, markInChildren, yield
        case send, finish, cancelReceiver, resumeWaiter, cancelWaiter, takeFirstOfGroup, failInGroup, cancelGroup, sleepInTask
        case add, addBarrier, addAfterFirst, waitForAll, count
    }

    let subject: Subject
    let tasks: [[Step]]
    /// How often the group is entered before the tasks begin.
    let entries: Int
    private var things = Unmanaged.passRetained(MeetingThings(.groups))

    public var description: String { "\(subject) \(entries) \(tasks)" }

    /// The same program for the same number.
    public init(seed: Int, _ subject: Subject) {
        var dice = Dice(state: UInt64(truncatingIfNeeded: seed) &* 0x2545_F491_4F6C_DD1D &+ UInt64(subject.rawValue.utf8.count))
        self.subject = subject
        let count = dice.roll(3) == 0 ? 3 : 2
        entries = max(0, dice.roll(4) - 1)
        tasks = (0..<count).map { _ in (0..<1 + dice.roll(count == 2 ? 3 : 2)).flatMap { _ in Self.steps(subject, &dice) } }
    }

    private static func steps(_ subject: Subject, _ dice: inout Dice) -> [Step] {
        if dice.roll(5) == 0 { return [.mark] }
        switch subject {
        case .groups:
            return dice.pick([
                [.enter, .mark, .leave], [.enter, .leave], [.leave], [.leave, .lookAtGroup], [.lookAtGroup],
                [.waitForGroup, .mark],
                [.notifyGroup], [.asyncInGroup(0)], [.asyncInGroup(2)], [.asyncInGroup(2), .waitForGroup, .mark],
            ])
        case .semaphores: return dice.pick([[.signal], [.signal], [.wait, .mark], [.poll], [.wait, .mark, .signal]])
        case .items:
            let item = dice.roll(2)
            return dice.pick([
                [.hand(item, to: 0)], [.hand(item, to: 1)], [.perform(item)], [.cancel(item)], [.isCancelled(item)],
                [.waitFor(item), .mark],
                [.lookAt(item)], [.notify(item)],
            ])
        case .conditions:
            return dice.pick([
                [.sleep, .mark], [.sleepUnlessWoken, .mark], [.wakeOne], [.wakeAll], [.wakeOneWithoutLock], [.sleepShortly],
            ])
        case .readers: return dice.pick([[.read], [.read], [.write], [.tryRead], [.tryWrite]])
        case .queues:
            return dice.pick([
                [.async(0)], [.async(1)], [.async(1)], [.asyncBarrier], [.sync(0)], [.sync(1)], [.syncBarrier],
                [.suspend(0), .mark, .resume(0)], [.suspend(1), .mark, .resume(1)],
            ])
        case .hierarchies:
            let queue = dice.roll(2)
            return dice.pick([
                [.async(2)], [.async(3)], [.async(3)], [.sync(2)], [.sync(3)], [.async(0)],
                [.suspend(queue + 2), .mark, .resume(queue + 2)],
                [.suspend(0), .resume(0)],
            ])
        case .sources:
            let source = dice.roll(2)
            return dice.pick([
                [.merge(source)], [.merge(source), .async(0)], [.setTimer], [.cancelSource(dice.roll(3))],
                [.isSourceCancelled(source)], [.suspendSource(source), .mark, .resumeSource(source)], [.async(0)], [.sync(0)],
            ])
        case .swiftTasks:
            let actor = dice.roll(2)
            return dice.pick([
                [.markOn(actor)], [.markOn(actor)], [.markOnBoth(actor)], [.markOnMain], [.awaitWorker], [.cancelWorker],
                [.isWorkerCancelled],
                [.markInChildren], [.yield, .mark],
            ])
        case .swiftFamilies: return dice.pick([[.cancelWorker], [.cancelWorker], [.isWorkerCancelled], [.markOn(0)], [.awaitWorker]])
        case .swiftWaits:
            return dice.pick([
                [.send], [.send], [.finish], [.cancelReceiver], [.resumeWaiter], [.cancelWaiter], [.takeFirstOfGroup], [.failInGroup],
                [.cancelGroup],
                [.markOn(0)], [.sleepInTask, .mark],
            ])
        // (None are cancelled: if operations begin or end meanwhile, Foundation itself uses freed memory, and crashes.)
        case .operations:
            return dice.pick([[.add], [.addBarrier], [.addAfterFirst], [.waitForAll, .mark], [.count], [.add, .waitForAll, .mark]])
        case .orderedOperations:
            return dice.pick([[.add], [.addBarrier], [.waitForAll, .mark], [.count], [.add, .waitForAll, .mark]])
        case .operationsOnAQueue:
            return dice.pick([
                [.add], [.addBarrier], [.async(0)], [.sync(0)], [.add, .addBarrier], [.waitForAll, .mark], [.waitForAll, .sync(0)],
            ])
        }
    }

    /// Starts the tasks, and waits for none of them.
    public func start() {
        // The shared objects are not reference-counted. If tasks did not finish, they stay as the tasks left them.
        things = Unmanaged.passRetained(MeetingThings(subject))
        for _ in 0..<entries { things._withUnsafeGuaranteedRef { $0.make(.enter, 0) } }
        let unmanaged = Unmanaged.passUnretained(self)
        if subject == .sources { things._withUnsafeGuaranteedRef { $0.startSources() } }
        let startsTasks: ((MeetingThings) -> Void)? =
            switch subject {
            case .swiftTasks: { $0.startWorker() }
            case .swiftFamilies: { [entries] in $0.startFamily(shape: entries) }
            case .swiftWaits: { [entries] in $0.startWaits(keepingLatest: entries == 0) }
            default: nil
            }
        if let startsTasks {
            return things._withUnsafeGuaranteedRef {
                startsTasks($0)
                $0.start(tasks)
            }
        }
        for number in tasks.indices {
            DispatchQueue.global().async { unmanaged._withUnsafeGuaranteedRef { $0.run(number) } }
        }
    }

    private func run(_ number: Int) {
        for index in tasks[number].indices { things._withUnsafeGuaranteedRef { $0.make(tasks[number][index], 10 * number + index) } }
    }

    /// The order of the marks, and the values that the tasks read: for an execution in which all tasks have finished.
    public var outcome: String { things.takeRetainedValue().story }
}

/// The objects that the tasks of a random program share.
private final class MeetingThings: @unchecked Sendable {
    private let group = DispatchGroup(), semaphore = DispatchSemaphore(value: 1)
    private var queues: [DispatchQueue] = [], items: [DispatchWorkItem] = []
    private let condition = NSCondition()
    private var isWoken = false
    private lazy var operations = OperationQueue()
    private var actors: [Marker] = [], worker: Task<Bool, Never>?
    private var waits: SwiftWaits?
    private var merged: [DispatchSourceUserDataAdd] = [], sources: [DispatchSourceProtocol] = [], timer: DispatchSourceTimer?
    private let readers = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
    /// Marks take numbers: a later mark has a higher one.
    private let ticket = Atomic(0), marks = UnsafeMutablePointer<Int>.allocate(capacity: 64)

    init(_ subject: RandomMeeting.Subject) {
        pthread_rwlock_init(readers, nil)
        let serial = DispatchQueue(label: "serial")
        queues = [serial, DispatchQueue(label: "concurrent", attributes: .concurrent)]
        if subject == .hierarchies {
            queues.append(DispatchQueue(label: "upper", target: serial))
            queues.append(DispatchQueue(label: "upper concurrent", attributes: .concurrent, target: serial))
        }
        queues.append(.global())
        items = (0..<2).map { number in DispatchWorkItem(block: marking(number)) }
        // An item that is released before it has run has its notify blocks submitted.
        if subject == .items { for item in items { _ = Unmanaged.passRetained(item) } }
        if subject == .operations || subject == .orderedOperations {
            operations.maxConcurrentOperationCount = subject == .operations ? OperationQueue.defaultMaxConcurrentOperationCount : 1
        }
        if subject == .operationsOnAQueue { operations.underlyingQueue = serial }
    }

    /// Two data sources and a timer, all on the serial queue. The first one's handlers submit an item, the second cancels itself.
    func startSources() {
        let unmanaged = Unmanaged.passUnretained(self)
        merged = (0..<2).map { _ in DispatchSource.makeUserDataAddSource(queue: queues[0]) }
        let timer = DispatchSource.makeTimerSource(queue: queues[0])
        self.timer = timer
        sources = merged + [timer]
        for (number, source) in sources.enumerated() {
            source.setEventHandler { unmanaged._withUnsafeGuaranteedRef { $0.handle(number) } }
            source.setCancelHandler(handler: marking(700 + number))
        }
        merged[0].setRegistrationHandler(handler: marking(600))
        timer.schedule(deadline: .now())
        for source in sources { source.activate() }
    }

    private func handle(_ number: Int) {
        mark(500 + 10 * number + (number < 2 ? Int(merged[number].data) : 0))
        if number == 0 { queues[0].async(execute: marking(800)) }
        if number == 1 { sources[number].cancel() }
    }

    deinit {
        readers.deallocate()
        marks.deallocate()
    }

    /// A Swift task with a child and a cancellation handler.
    func startWorker() {
        makeActors()
        let first = actors[0], called = marking(960)
        worker = Task {
            async let child: Void = { await first.mark(Task.isCancelled ? 970 : 980) }()
            let isCancelled = await withTaskCancellationHandler {
                await first.mark(900)
                return Task.isCancelled
            } onCancel: {
                called()
            }
            await child
            return isCancelled
        }
    }

    private func makeActors() {
        let unmanaged = Unmanaged.passUnretained(self)
        actors = [Marker(unmanaged), Marker(unmanaged)]
    }

    /// A Swift task with relatives, which checks whether it is cancelled when they are gone.
    func startFamily(shape: Int) {
        makeActors()
        let first = actors[0], unmanaged = Unmanaged.passUnretained(self), called = marking(960)
        let mark: @Sendable (Int) -> Void = { number in unmanaged._withUnsafeGuaranteedRef { $0.mark(number) } }
        worker = Task {
            switch shape {
            case 0:
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await first.mark(Task.isCancelled ? 970 : 980) }
                    await group.next()
                    if !group.addTaskUnlessCancelled(operation: {}) { mark(950) }
                }
            case 1:
                await withTaskCancellationHandler {
                    async let child: Void = {
                        async let grandchild: Void = first.mark(Task.isCancelled ? 970 : 980)
                        await grandchild
                    }()
                    await child
                } onCancel: {
                    called()
                }
            default:
                await withDiscardingTaskGroup { group in
                    group.addTask {
                        await withTaskGroup(of: Void.self) { inner in
                            inner.addTask { mark(Task.isCancelled ? 970 : 980) }
                            inner.cancelAll()
                        }
                        mark(Task.isCancelled ? 971 : 981)
                    }
                }
            }
            return Task.isCancelled
        }
    }

    /// A Swift task that reads a stream, and one that waits for a continuation to be resumed.
    func startWaits(keepingLatest: Bool) {
        makeActors()
        let unmanaged = Unmanaged.passUnretained(self)
        waits = SwiftWaits(keepingLatest: keepingLatest) { number in unmanaged._withUnsafeGuaranteedRef { $0.mark(number) } }
    }

    /// Starts the steps as Swift tasks.
    func start(_ tasks: [[RandomMeeting.Step]]) {
        let unmanaged = Unmanaged.passUnretained(self)
        for (task, steps) in tasks.enumerated() {
            Task { for (index, step) in steps.enumerated() { await unmanaged.takeUnretainedValue().make(step, 10 * task + index) } }
        }
    }

    func make(_ step: RandomMeeting.Step, _ number: Int) async {
        switch step {
        case .markOn(let actor): await actors[actor].mark(number)
        case .markOnBoth(let actor): await actors[actor].mark(number, andOn: actors[1 - actor])
        case .markOnMain: await MainActor.run { mark(number) }
        case .awaitWorker: mark(number + (await worker?.value == true ? 200 : 100))
        case .cancelWorker: worker?.cancel()
        case .isWorkerCancelled: mark(number + (worker?.isCancelled == true ? 200 : 100))
        case .markInChildren:
            await withTaskGroup(of: Void.self) { group in
                group.addTask { self.mark(300 + number) }
                group.addTask { self.mark(400 + number) }
            }
        case .yield: await Task.yield()
        case .mark: mark(number)
        default: await waits?.make(step, number, on: actors[0])
        }
    }

    fileprivate func mark(_ number: Int) { marks[ticket.wrappingAdd(1, ordering: .relaxed).oldValue] = number }

    private func marking(_ number: Int) -> @Sendable () -> Void {
        let unmanaged = Unmanaged.passUnretained(self)
        return { unmanaged._withUnsafeGuaranteedRef { $0.mark(number) } }
    }

    var story: String { (0..<ticket.load(ordering: .relaxed)).map { "\(marks[$0])" }.joined(separator: " ") }

    func make(_ step: RandomMeeting.Step, _ number: Int) {
        func told(_ what: Bool) { mark(100 * (what ? 2 : 1) + number) }
        let tell = marking(number)
        switch step {
        case .mark: mark(number)
        case .enter: group.enter()
        case .leave: group.leave()
        case .lookAtGroup: told(group.wait(timeout: .now()) == .success)
        case .waitForGroup: group.wait()
        case .notifyGroup: group.notify(queue: queues[0], execute: tell)
        case .asyncInGroup(let queue): queues[queue].async(group: group, execute: tell)
        case .signal: semaphore.signal()
        case .wait: semaphore.wait()
        case .poll: told(semaphore.wait(timeout: .now()) == .success)
        case .hand(let item, let queue): queues[queue].async(execute: items[item])
        case .perform(let item): items[item].perform()
        case .cancel(let item): items[item].cancel()
        case .isCancelled(let item): told(items[item].isCancelled)
        case .waitFor(let item): items[item].wait()
        case .lookAt(let item): told(items[item].wait(timeout: .now()) == .success)
        case .notify(let item): items[item].notify(queue: queues[0], execute: tell)
        case .sleep: condition.withLock { condition.wait() }
        case .sleepUnlessWoken: condition.withLock { if !isWoken { condition.wait() } }
        case .sleepShortly: condition.withLock { told(condition.wait(until: Date(timeIntervalSinceNow: 0.001))) }
        case .wakeOne:
            condition.withLock {
                isWoken = true
                condition.signal()
            }
        case .wakeAll: condition.withLock { condition.broadcast() }
        case .wakeOneWithoutLock: condition.signal()
        case .read:
            pthread_rwlock_rdlock(readers)
            mark(number)
            pthread_rwlock_unlock(readers)
        case .write:
            pthread_rwlock_wrlock(readers)
            mark(number)
            pthread_rwlock_unlock(readers)
        case .tryRead: told(pthread_rwlock_tryrdlock(readers) == 0 && pthread_rwlock_unlock(readers) == 0)
        case .tryWrite: told(pthread_rwlock_trywrlock(readers) == 0 && pthread_rwlock_unlock(readers) == 0)
        case .async(let queue): queues[queue].async(execute: tell)
        case .asyncBarrier: queues[1].async(flags: .barrier, execute: tell)
        case .sync(let queue): queues[queue].sync(execute: tell)
        case .syncBarrier: queues[1].sync(flags: .barrier, execute: tell)
        case .suspend(let queue): queues[queue].suspend()
        case .resume(let queue): queues[queue].resume()
        case .merge(let source): merged[source].add(data: 1)
        case .setTimer: timer?.schedule(deadline: .now())
        case .cancelSource(let source): sources[source].cancel()
        case .isSourceCancelled(let source): told(sources[source].isCancelled)
        case .suspendSource(let source): sources[source].suspend()
        case .resumeSource(let source): sources[source].resume()
        case .markOn, .markOnBoth, .markOnMain, .awaitWorker, .cancelWorker, .isWorkerCancelled, .markInChildren, .yield, .send, .finish,
            .cancelReceiver, .resumeWaiter, .cancelWaiter, .takeFirstOfGroup, .failInGroup, .cancelGroup, .sleepInTask:
            break
        case .add: operations.addOperation(tell)
        case .addBarrier: operations.addBarrierBlock(tell)
        case .addAfterFirst:
            let later = BlockOperation(block: tell), earlier = BlockOperation(block: marking(300 + number))
            later.addDependency(earlier)
            operations.addOperation(later)
            operations.addOperation(earlier)
        case .waitForAll: operations.waitUntilAllOperationsAreFinished()
        case .count: mark(1000 * (1 + operations.operationCount) + number)
        }
    }
}

actor Marker {
    private let things: Unmanaged<MeetingThings>
    private var latest = 0

    fileprivate init(_ things: Unmanaged<MeetingThings>) { self.things = things }

    func mark(_ number: Int) {
        latest = number
        things._withUnsafeGuaranteedRef { $0.mark(number) }
    }

    /// Other tasks may run here meanwhile: then the marks show it.
    func mark(_ number: Int, andOn other: Marker) async {
        mark(number)
        await other.mark(500 + number)
        mark(latest == number ? 600 + number : 700 + number)
    }
}

extension Dice {
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[roll(elements.count)] }
}
