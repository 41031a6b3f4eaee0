import Testing

@testable import Explorer

/// The states of shared objects as values: which operations they allow, and which tasks hold them up.
@Suite struct PrimitiveTests {
    private func operation(_ kind: Explorer.Operation.Kind) -> Explorer.Operation { Operation(kind: kind, object: 0) }

    @Test("A lock admits one owner or several readers, and says who holds up the next task")
    func lock() {
        var lock = Lock()
        let isFree = lock.tryRead(by: 1) && lock.tryRead(by: 2) && !lock.tryAcquire(by: 3)
        #expect(isFree && lock.allows(operation(.readLock), to: 3) && !lock.allows(operation(.lock), to: 3))
        #expect(lock.holders(of: operation(.lock)) == TaskSet(1).union(TaskSet(2)))
        lock.readers = TaskSet()
        let isTaken = lock.tryAcquire(by: 3)
        #expect(isTaken && lock.isOwned(by: 3) && !lock.allows(operation(.readLock), to: 1))
        #expect(lock.holders(of: operation(.readLock)) == TaskSet(3))
    }

    @Test("A kind of step at which a thread can block has a reason for the report, and is not called always enabled")
    func traits() {
        for kind in Explorer.Operation.Kind.allCases {
            #expect(!kind.mayWait || kind.traits.cause != nil, "\(kind)")
            #expect(!(kind.mayWait && kind.isNeverHeld), "\(kind)")
        }
    }

    @Test("A semaphore, a group, a barrier, an initializer and a work item hold up exactly their waits")
    func waits() {
        #expect(
            !Semaphore(value: 0).allows(operation(.semaphoreWait), to: 1) && Semaphore(value: 0).allows(operation(.semaphoreTry), to: 1))
        #expect(Semaphore(value: 1).allows(operation(.semaphoreWait), to: 1))
        var group = Group(), round = BarrierPhase(), once = Once(), item = WorkItem()
        #expect(group.allows(operation(.groupWait), to: 1) && round.allows(operation(.barrierWait), to: 1))
        #expect(once.allows(operation(.onceEnter), to: 1) && !item.allows(operation(.workWait), to: 1))
        (group.count, round.missing, once.runner, item.isDone) = (1, 1, 2, true)
        #expect(!group.allows(operation(.groupWait), to: 1) && group.allows(operation(.groupTimedWait), to: 1))
        #expect(!round.allows(operation(.barrierWait), to: 1) && !once.allows(operation(.onceEnter), to: 1))
        #expect(once.holders(of: operation(.onceEnter)) == TaskSet(2) && item.allows(operation(.workWait), to: 1))
    }

    @Test("A pipe holds up a read without bytes and a write without room, as long as the other end is open")
    func pipe() {
        var pipe = Pipe()
        (pipe.readEnds, pipe.writeEnds) = (1, 1)
        #expect(!pipe.allows(operation(.pipeRead), to: 1) && pipe.allows(operation(.pipeWrite), to: 1))
        pipe.level = Pipe.capacity
        #expect(pipe.allows(operation(.pipeRead), to: 1) && !pipe.allows(operation(.pipeWrite), to: 1))
        pipe.readEnds = 0
        #expect(pipe.allows(operation(.pipeWrite), to: 1))
        (pipe.level, pipe.writeEnds) = (0, 0)
        #expect(pipe.allows(operation(.pipeRead), to: 1))
    }

    @Test("A child's result goes to the Swift task that is suspended for it, or waits in the group")
    func taskGroup() {
        var group = TaskGroup()
        group.unfinished = 2
        #expect(!group.allows(operation(.offerTaken), to: 1) && !group.allows(operation(.offersAwaited), to: 1))
        group.suspended = 0
        group.endChild()
        #expect(group.results == 0 && group.suspended < 0)
        group.endChild()
        #expect(group.results == 1 && group.allows(operation(.offerTaken), to: 1) && group.allows(operation(.offersAwaited), to: 1))
    }

    @Test("An object is of one kind at a time: as another kind it begins again, under the same number")
    func kinds() {
        var objects = SharedObjects()
        defer { objects.deallocate() }
        let index = objects.index(of: 1).index
        objects[index, Lock.self].owner = 3
        #expect(objects[index].kind == .lock && objects.holders(Operation(kind: .lock, object: index)) == TaskSet(3))
        objects[index, Semaphore.self].value = 2
        #expect(objects[index].kind == .semaphore && objects.number(of: index, as: QueueNumber.self) == -1)
        objects.forget(index)
        #expect(objects[index].kind == .plain && objects[index, Lock.self].owner == -1 && objects.find(1) == index)
    }

    @Test("A state that contradicts itself is found")
    func contradictions() {
        var lock = Lock(), group = Group(), semaphore = Semaphore(value: 0), once = Once(), item = WorkItem(), round = BarrierPhase()
        let all: [any Primitive] = [lock, group, semaphore, once, item, round, Condition(), Pipe(), TaskGroup(), Word(), Occurrence()]
        #expect(all.allSatisfy { $0.contradiction == nil })
        lock.owner = 1
        lock.readers.insert(2)
        (group.count, semaphore.value, round.missing, item.runs) = (-1, -1, -1, 1)
        (once.isDone, once.runner) = (true, 1)
        let wrong: [any Primitive] = [lock, group, semaphore, once, item, round]
        #expect(wrong.allSatisfy { $0.contradiction != nil })
    }

    @Test("A set of alive tasks that differs from their states is found, and so is a queue that is resumed too often")
    func tables() {
        var tasks = TaskTable(reusing: nil), queues = SharedQueues()
        defer {
            tasks.deallocate()
            queues.deallocate()
        }
        tasks.add(ExploredTask(nil, nil, Execution.Job()), Operation(kind: .begin))
        let queue = queues.add(.serial, object: 0)
        #expect(tasks.contradiction == nil && queues.contradiction == nil)
        tasks[0].state = .finished
        queues[queue].suspensions = -1
        #expect(tasks.contradiction != nil && queues.contradiction != nil)
    }

    @Test("A new table of tasks, and new clocks, begin empty in the memory of old ones")
    func reuse() {
        var old = TaskTable(reusing: nil), detector = RaceDetector(reusing: nil)
        old.add(ExploredTask(nil, nil, Execution.Job()), Operation(kind: .begin))
        detector.addTask(parent: nil)
        var row: Int32 = -1
        detector.elapsed[0] = 7
        detector.release(0, into: &row, keeping: false)
        var tasks = TaskTable(reusing: old), next = RaceDetector(reusing: detector)
        defer {
            tasks.deallocate()
            next.deallocate()
        }
        #expect(tasks.count == 0 && tasks.alive.isEmpty)
        tasks.add(ExploredTask(nil, nil, Execution.Job()), Operation(kind: .begin))
        next.addTask(parent: nil)
        #expect(tasks[0].state == .alive && tasks[0].effects == 0 && next.elapsed[0] == 0 && next.time(of: 0) == 1)
        #expect(next.contradiction == nil && tasks.contradiction == nil)
    }
}
