import Testing

/// A correct program, with one change that makes it wrong.
struct PlantedMistake: Sendable, CustomTestStringConvertible {
    var program: String
    var mistake: String
    var right: String
    var wrong: String
    /// The expected verdict, perhaps among others.
    var kind: String

    var testDescription: String { "\(program): \(mistake)" }

    init(_ program: String, _ mistake: String, _ right: String, _ wrong: String, _ kind: String) {
        self.program = program
        self.mistake = mistake
        self.right = right
        self.wrong = wrong
        self.kind = kind
    }

    static let all: [PlantedMistake] = [
        .init("QueueAccount", "read outside of the queue", "{ queue.sync { balance } }", "{ balance }", "race"),
        .init("BarrierCache", "a write without a barrier", "queue.async(flags: .barrier)", "queue.async", "race"),
        .init("GroupNotify", "a leave forgotten", #"                self.group.leave()\#n"#, "", "assertion"),
        .init("GroupWait", "a leave on one way only", "group.leave()", "if answer > 1 { group.leave() }", "deadlock"),
        .init("SemaphoreLimit", "one place too many", "Darkroom(places: 1)", "Darkroom(places: 2)", "assertion"),
        .init(
            "SemaphoreSignal", "signalled before it is written", #"        self.contents = contents\#n        arrived.signal()"#,
            #"        arrived.signal()\#n        self.contents = contents"#, "race"),
        .init(
            "LazyUnderLock", "lazy without the lock", #"        lock.lock()\#n        defer { lock.unlock() }\#n        return squares"#,
            "        return squares", "race"),
        .init(
            "OrderedTransfers", "locks in any order", "payer.number < payee.number ? [payer, payee] : [payee, payer]", "[payer, payee]",
            "deadlock"),
        .init("RecursiveTree", "a lock that is not recursive", "NSRecursiveLock()", "NSLock()", "deadlock"),
        .init(
            "ConditionBuffer", "no thread is woken", #"        elements.append(element)\#n        condition.broadcast()"#,
            "        elements.append(element)", "deadlock"),
        .init("Gate", "waits without looking", "while !isOpen { condition.wait() }", "condition.wait()", "lostWakeup"),
        .init("AtomicPublication", "published without release", "ordering: .releasing", "ordering: .relaxed", "race"),
        .init("AtomicPublication", "read without acquiring", "ordering: .acquiring", "ordering: .relaxed", "race"),
        .init(
            "SemaphoreBuffer", "more room than there is", "DispatchSemaphore(value: capacity)", "DispatchSemaphore(value: capacity + 1)",
            "assertion"),
        .init("DisjointWrites", "all write to one element", "values[$0] /= largest", "values[$0 * 0] /= largest", "race"),
        .init("Debounce", "saved on another queue", "self.queue.asyncAfter", "DispatchQueue.global().asyncAfter", "assertion"),
        .init("EventBus", "unsubscribed outside of the queue", "queue.sync { handlers[number] = nil }", "handlers[number] = nil", "race"),
        .init(
            "TargetQueues", "a queue without the common target", #"DispatchQueue(label: "store.reads", target: base)"#,
            #"DispatchQueue(label: "store.reads")"#, "race"),
        .init(
            "CopyOnWrite", "written without a copy",
            #"        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.pixels) }\#n"#, "", "race"),
        .init("CapturedValues", "captured by reference", "{ [step] in", "{", "race"),
        .init("DoubleChecked", "a relaxed first look", "ordering: .acquiring", "ordering: .relaxed", "race"),
        .init("ReadWriteLock", "writing under a read lock", "pthread_rwlock_wrlock(lock)", "pthread_rwlock_rdlock(lock)", "race"),
        .init("Rendezvous", "without the meeting", #"            barrier.arrive()\#n"#, "", "race"),
        .init("Promise", "fulfilled in silence", #"        condition.broadcast()\#n"#, "", "deadlock"),
        .init("MainQueue", "shown on another queue", "DispatchQueue.main.async", "DispatchQueue.global().async", "assertion"),
        .init(
            "QueueSpecific", "waits for its own queue",
            #"        if DispatchQueue.getSpecific(key: Self.mark) == true { return body() }\#n"#, "", "deadlock"),
        .init("LockedProperty", "two locked steps in place of one", "$count.mutate { $0 += 1 }", "count += 1", "assertion"),
        .init(
            "ObjectPool", "more lent out than there are", "DispatchSemaphore(value: objects.count)",
            "DispatchSemaphore(value: objects.count + 1)", "assertion"),
        .init(
            "SuspendedQueue", "set going too early", #"        kitchen = "open"\#n        queue.activate()"#,
            #"        queue.activate()\#n        kitchen = "open""#, "race"),
        .init("MergeSort", "merged without waiting", #"    group.wait()\#n"#, "", "race"),
        .init("LinkedStack", "pushed without the lock", "lock.withLock { top = .node(element, top) }", "top = .node(element, top)", "race"),
        .init(
            "LiveCount", "deinit without the lock", "        Session.lock.withLock { Session.live -= 1 }", "        Session.live -= 1",
            "race"),
        .init(
            "GenericCache", "looked up without the lock", #"        lock.lock()\#n        defer { lock.unlock() }\#n        if let"#,
            "        if let", "race"),
        .init("SharedInstance", "changed without the lock", #"        lock.lock()\#n        defer { lock.unlock() }\#n"#, "", "race"),
        .init("GenericProperty", "replaced without the lock", #"        lock.lock()\#n        defer { lock.unlock() }\#n"#, "", "race"),
        .init("PaintedShape", "shown outside of the queue", "{ queue.async { self.shape = shape } }", "{ self.shape = shape }", "race"),
        .init("PaintedShape", "measured outside of the queue", "{ queue.sync { shape.area } }", "{ shape.area }", "race"),
        .init("KeyPaths", "changed without the gate", #"        gate.wait()\#n        storage.values"#, "        storage.values", "race"),
        .init("LastOwner", "appended without the lock", "lock.withLock { messages.append(message) }", "messages.append(message)", "race"),
    ]
}
