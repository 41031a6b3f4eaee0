import Foundation

/// Takes a lock where it ends.
private final class Guarded: @unchecked Sendable {
    private let lock: NSLock
    init(_ lock: NSLock) { self.lock = lock }
    deinit { lock.withLock {} }
}

/// Lets go of an object under a lock that the object's end takes too; a block has the object as well.
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

/// Counts where it ends, without a lock.
private final class Counting: @unchecked Sendable {
    private let counter: Counter
    init(_ counter: Counter) { self.counter = counter }
    deinit { counter.value += 1 }
}

/// One of two blocks ends an object that counts without a lock; a third counts too.
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

/// Objects that several blocks have, and whose end nobody notices.
public func quietEnds() -> Int {
    let group = DispatchGroup()
    func share(_ object: Counter) {
        for _ in 0..<4 { DispatchQueue.global().async(group: group) { _ = object } }
    }
    share(Counter())
    group.wait()
    return 1
}
