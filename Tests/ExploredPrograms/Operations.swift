import Foundation

// Programs with Foundation's operations.

/// The ways to keep an operation queue from running two operations at the same time.
public enum Order: String, CaseIterable, Sendable { case none, dependency, oneAtATime, barrier, addedTogether }

/// Two operations add to a counter.
public func twoOperations(_ order: Order) -> Int {
    let account = Account(), queue = OperationQueue()
    let first = BlockOperation { account.balance += 1 }, second = BlockOperation { account.balance += 1 }
    switch order {
    case .none: break
    case .dependency: second.addDependency(first)
    case .oneAtATime: queue.maxConcurrentOperationCount = 1
    case .barrier:
        queue.addOperation(first)
        queue.addBarrierBlock { account.balance += 1 }
        queue.waitUntilAllOperationsAreFinished()
        let last = BlockOperation {}
        queue.addOperation(last)
        last.waitUntilFinished()
        return account.balance
    case .addedTogether:
        queue.addOperations([first], waitUntilFinished: true)
        queue.addOperations([second], waitUntilFinished: true)
        return account.balance
    }
    queue.addOperation(first)
    queue.addOperation(second)
    queue.waitUntilAllOperationsAreFinished()
    return account.balance
}

/// n operations write one variable each.
public func disjointOperations(_ count: Int, width: Int) -> Int {
    let places = (0..<count).map { _ in Account() }, queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
    for number in 0..<count { queue.addOperation { places[number].balance = number } }
    queue.waitUntilAllOperationsAreFinished()
    return places.reduce(0) { $0 + $1.balance }
}

/// n operations add to a counter under a lock.
public func lockedOperations(_ count: Int) -> Int {
    let account = Account(), lock = NSLock(), queue = OperationQueue()
    for _ in 0..<count { queue.addOperation { lock.withLock { account.balance += 1 } } }
    queue.waitUntilAllOperationsAreFinished()
    return account.balance
}

/// n operations, and one that depends on all of them.
public func dependentOperation(on count: Int) -> Int {
    let places = (0..<count).map { _ in Account() }, queue = OperationQueue(), sum = Account()
    let last = BlockOperation { sum.balance = places.reduce(0) { $0 + $1.balance } }
    for number in 0..<count {
        let operation = BlockOperation { places[number].balance = number }
        last.addDependency(operation)
        queue.addOperation(operation)
    }
    queue.addOperation(last)
    last.waitUntilFinished()
    return sum.balance
}

/// Two operations that depend on each other.
public func dependencyCycle() -> Int {
    let bake = BlockOperation {}, shop = BlockOperation {}, queue = OperationQueue()
    bake.name = "bake"
    shop.name = "shop"
    bake.addDependency(shop)
    shop.addDependency(bake)
    queue.addOperation(bake)
    queue.addOperation(shop)
    return 0
}

/// An operation that depends on one that is never started.
public func forgottenDependency() -> Int {
    let forgotten = BlockOperation {}, operation = BlockOperation {}
    forgotten.name = "forgotten"
    operation.addDependency(forgotten)
    OperationQueue().addOperation(operation)
    return 0
}

/// An operation that waits for all operations of its queue.
public func waitOnOwnQueue() -> Int {
    let queue = OperationQueue()
    queue.name = "kitchen"
    queue.addOperation { queue.waitUntilAllOperationsAreFinished() }
    return 0
}

/// An operation that waits for itself.
public func waitForItself() -> Int {
    let operation = BlockOperation()
    operation.addExecutionBlock { [unowned operation] in operation.waitUntilFinished() }
    OperationQueue().addOperation(operation)
    return 0
}

/// A suspended queue with an operation in it does not keep the program from ending.
public func suspendedForEver() -> Int {
    let account = Account(), queue = OperationQueue()
    queue.isSuspended = true
    queue.addOperation { account.balance = 1 }
    return account.balance
}

/// An operation on the main queue runs after the function that has added it.
public func onMainQueue(_ story: StoryOfMain) {
    OperationQueue.main.addOperation { story.words.append("operation") }
    story.words.append("function")
}

/// The order of events, recorded on one thread.
public final class StoryOfMain: @unchecked Sendable {
    public var words: [String] = []
    public init() {}
}

/// An operation that is added twice: Foundation traps.
public func addedTwice() -> Int {
    let operation = BlockOperation {}
    let queue = OperationQueue()
    queue.addOperation(operation)
    queue.addOperation(operation)
    return 0
}

/// A queue runs an operation, and then the thread that waited for it waits for itself: the thread
/// stays, and so does the queue.
public func queueThenDeadlock() -> Int {
    let queue = OperationQueue(), lock = Mutex()
    queue.addOperation {}
    queue.waitUntilAllOperationsAreFinished()
    lock.lock()
    lock.lock()
    return queue.operationCount
}
