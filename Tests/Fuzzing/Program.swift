/// A small random program: objects that its bodies share, and the steps of each body.
///
/// Each body runs at most once, because there are no loops. So a body's number also names the thread, block or Swift task that runs it.
struct Program {
    /// The kinds of locks, which differ in how the program text names them.
    enum LockKind: String, CaseIterable { case plain = "NSLock", recursive = "NSRecursiveLock", posix = "PosixLock", mutex = "Mutex" }

    /// The number that a random program was made from.
    var seed: Int
    /// Which kinds of objects the program uses.
    var family: Family
    var locks: [LockKind] = []
    var readWriteLocks = 0
    /// Counters that are protected by an `NSCondition` each.
    var conditions = 0
    /// The first value of each semaphore.
    var semaphores: [Int] = []
    /// Whether each queue is concurrent.
    var queues: [Bool] = []
    var groups = 0
    var actors = 0
    /// For each operation queue: how many operations it runs at the same time.
    var operationQueues: [Int] = []
    /// Buffers of streams: nil is without a limit, 1 keeps the newest element, -1 the oldest.
    var streams: [Int?] = []
    /// Continuations that a task waits at until another one resumes it.
    var gates = 0
    var atomics = 1
    /// Plain variables. The object with the same position in `protectors` protects each of them.
    var protectors: [Protector] = []
    /// Body 0 is `scenario()` itself.
    var bodies: [[Step]] = [[]]

    var isAsync: Bool { family == .tasks }
}

/// The object that must be held for an access to a plain variable.
enum Protector: Hashable {
    case lock(Int), readWriteLock(Int), queue(Int), actor(Int)
}

/// How a body of its own begins to run.
enum Start: Hashable {
    case thread
    case globalQueue
    /// On a queue of the program.
    case queue(Int, isBarrier: Bool, group: Int?)
    case operation(queue: Int, after: [Int])
    case detachedTask, childTask
}

indirect enum Step {
    // Each of these records the value that it found.
    case load(Int), add(Int), exchange(Int, Int), compareExchange(Int, from: Int, to: Int)
    case store(Int, Int)
    case read(Int), write(Int, Int)
    case locked(Int, [Step])
    /// Records whether the lock was free.
    case tryLocked(Int, [Step])
    case reading(Int, [Step]), writing(Int, [Step])
    case tryReading(Int, [Step]), tryWriting(Int, [Step])
    /// Waits while the counter is zero, as a loop or only one time. Then it takes one from it and records the result.
    case take(Int, isLoop: Bool)
    /// Adds one to the counter, and wakes one waiting thread or all of them.
    case give(Int, wakesAll: Bool)
    case wait(Int), signal(Int)
    /// Records whether the semaphore was available.
    case poll(Int)
    case sync(Int, isBarrier: Bool, [Step])
    /// The same through a `DispatchWorkItem`.
    case syncItem(Int, [Step])
    case start(Int, Start)
    case enter(Int), leave(Int), waitForGroup(Int)
    case notify(Int, body: Int, queue: Int)
    case waitForOperations(Int)
    /// Runs steps on an actor.
    case onActor(Int, [Step])
    /// Lets other Swift tasks run; on an actor, too.
    case yieldTask
    /// Waits for a Swift task that this body has started.
    case awaitTask(Int)
    case cancelTask(Int)
    /// Records whether this Swift task is cancelled.
    case checkCancelled
    /// Records a number that the text needs, and no machine.
    case mark(Int)
    case send(Int, Int), finish(Int)
    /// Records the next element, or -1 if the stream has finished.
    case receive(Int)
    case passGate(Int)
    /// Records whether a task was waiting.
    case openGate(Int)
}

/// Which objects a random program uses.
enum Family: String, CaseIterable {
    case locks, readWriteLocks, conditions, semaphores, queues, groups, mixture, operations, tasks
}
