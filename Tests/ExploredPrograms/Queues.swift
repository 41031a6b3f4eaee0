import Dispatch
import Foundation

// Programs with dispatch queues, groups, semaphores and work items.

final class Log: @unchecked Sendable { var text = "" }

/// n items on one serial queue add to a counter, from n threads or from one.
public func serialIncrements(_ count: Int, fromThreads: Bool) -> Int {
    let account = Account(), queue = DispatchQueue(label: "accounts")
    if fromThreads {
        concurrently((0..<count).map { _ in { queue.sync { account.balance += 1 } } })
    } else {
        for _ in 0..<count { queue.async { account.balance += 1 } }
    }
    return queue.sync { account.balance }
}

/// n items on a concurrent queue write one variable, without protection.
public func unprotectedWriters(_ count: Int) -> Int {
    let account = Account(), queue = DispatchQueue(label: "accounts", attributes: .concurrent), group = DispatchGroup()
    for number in 1...count { queue.async(group: group) { account.balance = number } }
    group.wait()
    return account.balance
}

/// n items in a group on a global queue write one variable each.
public func disjointItems(_ count: Int) -> Int {
    let places = (0..<count).map { _ in Account() }, group = DispatchGroup()
    for number in 0..<count { DispatchQueue.global().async(group: group) { places[number].balance = number } }
    group.wait()
    return places.reduce(0) { $0 + $1.balance }
}

/// A writer with a barrier between readers on a concurrent queue.
public func barrier(flags: Bool) -> [Int] {
    let account = Account(), queue = DispatchQueue(label: "album", attributes: .concurrent)
    let first = Account(), second = Account(), group = DispatchGroup()
    queue.async(group: group) { first.balance = account.balance }
    queue.async(group: group, flags: flags ? .barrier : []) { account.balance = 1 }
    queue.async(group: group) { second.balance = account.balance }
    group.wait()
    return [first.balance, second.balance]
}

/// An item that calls sync on its own queue.
public func syncOnOwnQueue() -> Int {
    let queue = DispatchQueue(label: "own"), account = Account()
    queue.sync { queue.sync { account.balance = 1 } }
    return account.balance
}

/// Two queues whose items call sync on each other.
public func syncCrosswise() -> Int {
    let first = DispatchQueue(label: "first"), second = DispatchQueue(label: "second"), group = DispatchGroup(), account = Account()
    first.async(group: group) { second.sync { account.balance += 1 } }
    second.async(group: group) { first.sync {} }
    group.wait()
    return account.balance
}

/// A group that is entered after its work has begun, or before.
public func announce(late: Bool) -> Int {
    let group = DispatchGroup(), account = Account()
    if !late { group.enter() }
    DispatchQueue.global().async {
        account.balance = 1
        group.leave()
    }
    if late { group.enter() }
    group.wait()
    return account.balance
}

/// A leave is forgotten.
public func forgetsToLeave() -> Int {
    let group = DispatchGroup()
    group.enter()
    DispatchQueue.global().async {}
    group.wait()
    return 1
}

/// A notify block of an empty group sees all that the group's items did.
public func notified(_ count: Int) -> Int {
    let group = DispatchGroup(), accounts = (0..<count).map { _ in Account() }, done = DispatchSemaphore(value: 0), sum = Account()
    for account in accounts { DispatchQueue.global().async(group: group) { account.balance = 1 } }
    group.notify(queue: .global()) {
        sum.balance = accounts.reduce(0) { $0 + $1.balance }
        done.signal()
    }
    done.wait()
    return sum.balance
}

/// A semaphore as a lock, or a wait that times out immediately.
public func semaphore(_ count: Int) -> Int {
    let semaphore = DispatchSemaphore(value: 1), account = Account()
    concurrently(
        (0..<count).map { _ in
            {
                semaphore.wait()
                account.balance += 1
                semaphore.signal()
            }
        })
    return account.balance
}

/// Whether a result is there in time.
public func inTime() -> String {
    let ready = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { ready.signal() }
    return ready.wait(timeout: .now() + .milliseconds(5)) == .success ? "in time" : "too late"
}

/// A work item that is cancelled while it may be running; its notify block runs in any case.
public func cancelled() -> [Int] {
    let account = Account(), after = Account()
    let item = DispatchWorkItem { account.balance = 1 }
    let done = DispatchSemaphore(value: 0)
    item.notify(queue: .global()) {
        after.balance = 1
        done.signal()
    }
    DispatchQueue.global().async(execute: item)
    item.cancel()
    done.wait()
    return [account.balance, after.balance]
}

/// Items that are due one after the other, on one queue.
public func later() -> String {
    let queue = DispatchQueue(label: "later"), done = DispatchGroup()
    let order = Log()
    done.enter()
    done.enter()
    queue.asyncAfter(deadline: .now() + .seconds(3600)) {
        order.text += "2"
        done.leave()
    }
    queue.asyncAfter(deadline: .now() + .seconds(1)) {
        order.text += "1"
        done.leave()
    }
    done.wait()
    return order.text
}

/// Iterations at the same time add to one counter, or use a queue.
public func iterations(_ count: Int, protected: Bool) -> Int {
    let account = Account(), queue = DispatchQueue(label: "sum")
    DispatchQueue.concurrentPerform(iterations: count) { _ in
        if protected { queue.sync { account.balance += 1 } } else { account.balance += 1 }
    }
    return account.balance
}

/// Two queues with one serial target: never at the same time, in the order of their turns.
public func sharedTarget() -> String {
    let target = DispatchQueue(label: "target")
    let first = DispatchQueue(label: "first", target: target), second = DispatchQueue(label: "second", target: target)
    let order = Log()
    first.async { order.text += "a" }
    second.async { order.text += "b" }
    first.async { order.text += "c" }
    second.sync {}
    first.sync {}
    return order.text
}

/// The main queue's items run when the program's own function has ended.
public func mainQueue(_ log: Account) {
    DispatchQueue.main.async { log.balance += 1 }
    DispatchQueue.main.async { log.balance += 1 }
}

/// A queue that is resumed by another thread.
public func suspended() -> Int {
    let queue = DispatchQueue(label: "held"), account = Account()
    queue.suspend()
    queue.async { account.balance = 1 }
    DispatchQueue.global().async { queue.resume() }
    queue.sync {}
    return account.balance
}

/// The last leave of a group submits the notify block before the next item of its own queue begins.
public func notifiedFromSerialQueues() -> String {
    let first = DispatchQueue(label: "first"), second = DispatchQueue(label: "second"), log = DispatchQueue(label: "log")
    let group = DispatchGroup(), order = Log(), over = DispatchGroup()
    over.enter()
    over.enter()
    first.async(group: group) {}
    second.async(group: group) {}
    group.notify(queue: log) {
        order.text += "n"
        over.leave()
    }
    first.async {
        log.async {
            order.text += "x"
            over.leave()
        }
    }
    over.wait()
    return log.sync { order.text }
}

/// A group that is waited for between two uses.
public func groupUsedTwice() -> String {
    let group = DispatchGroup(), log = Log(), lock = DispatchQueue(label: "log")
    DispatchQueue.global().async(group: group) { lock.sync { log.text += "a" } }
    group.notify(queue: lock) { log.text += "n" }
    DispatchQueue.global().async(group: group) { lock.sync { log.text += "b" } }
    group.wait()
    return lock.sync { log.text }
}
