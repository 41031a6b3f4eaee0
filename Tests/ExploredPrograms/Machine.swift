import Foundation

/// Blocks wait at a semaphore for one that is handed over after them.
public func waitersBeforeSignal(_ waiters: Int) -> Int {
    let semaphore = DispatchSemaphore(value: 0), group = DispatchGroup()
    for _ in 0..<waiters { DispatchQueue.global().async(group: group) { semaphore.wait() } }
    DispatchQueue.global().async(group: group) { for _ in 0..<waiters { semaphore.signal() } }
    group.wait()
    return waiters
}

/// One thread waits for another's word, and looks whether it has been given: once, or until it has.
public func waitForWord(inLoop: Bool) -> Bool {
    let condition = NSCondition()
    var isGiven = false
    let other = StartedThread {
        condition.lock()
        isGiven = true
        condition.signal()
        condition.unlock()
    }
    condition.lock()
    if inLoop {
        while !isGiven { condition.wait() }
    } else if !isGiven {
        condition.wait()
    }
    let seen = isGiven
    condition.unlock()
    other.join()
    return seen
}
