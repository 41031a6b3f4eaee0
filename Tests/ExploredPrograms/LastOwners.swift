import Foundation

/// Acquires a lock in its deinit.
private final class Guarded: @unchecked Sendable {
    private let lock: NSLock
    init(_ lock: NSLock) { self.lock = lock }
    deinit { lock.withLock {} }
}

/// Releases an object under a lock that the object's deinit acquires too; a block references the
/// object as well.
public func lastOwnerUnderLock(inArray: Bool) -> Int {
    let lock = NSLock(), group = DispatchGroup()
    var objects: [Guarded]? = inArray ? [Guarded(lock)] : nil, object = inArray ? nil : Guarded(lock)
    DispatchQueue.global().async(group: group) { [objects, object] in _ = (objects, object) }
    lock.lock()
    objects = nil
    object = nil
    lock.unlock()
    group.wait()
    return 1
}

/// Counts in its deinit, without a lock.
private final class Counting: @unchecked Sendable {
    private let counter: Counter
    init(_ counter: Counter) { self.counter = counter }
    deinit { counter.value += 1 }
}

/// One of two blocks releases the last reference to an object that counts without a lock; a third
/// counts too.
public func lastOwnerCounts() -> Int {
    let counter = Counter(), group = DispatchGroup(), lock = NSLock()
    func share(_ object: Counting) {
        DispatchQueue.global().async(group: group) { _ = object }
        DispatchQueue.global().async(group: group) { lock.withLock { _ = object } }
    }
    share(Counting(counter))
    DispatchQueue.global().async(group: group) { lock.withLock { counter.value += 1 } }
    group.wait()
    return counter.value
}

/// Objects that several blocks reference, and whose deinit is not observable.
public func quietEnds() -> Int {
    let group = DispatchGroup()
    func share(_ object: Counter) {
        for _ in 0..<4 { DispatchQueue.global().async(group: group) { _ = object } }
    }
    share(Counter())
    group.wait()
    return 1
}
