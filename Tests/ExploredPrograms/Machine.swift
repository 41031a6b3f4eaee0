import Foundation

/// Blocks wait at a semaphore for a block that is submitted after them.
public func waitersBeforeSignal(_ waiters: Int) -> Int {
    let semaphore = DispatchSemaphore(value: 0), group = DispatchGroup()
    for _ in 0..<waiters { DispatchQueue.global().async(group: group) { semaphore.wait() } }
    DispatchQueue.global().async(group: group) { for _ in 0..<waiters { semaphore.signal() } }
    group.wait()
    return waiters
}

/// One thread waits for a flag that another sets, and checks it once, or in a loop.
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

/// Two blocks divide, one rounding up and one down, and alternate in between.
/// - Returns: whether each result was rounded as its block requested, and the first thread still
///   rounds to the nearest number.
public func roundedApart() -> Bool {
    let group = DispatchGroup(), turn = DispatchSemaphore(value: 0)
    var thirds = [0.0, 0.0]
    let divisor = Double(thirds.count + 1)
    thirds.withUnsafeMutableBufferPointer { thirds in
        for (index, direction) in ([FE_UPWARD, FE_DOWNWARD] as [Int32]).enumerated() {
            nonisolated(unsafe) let place = thirds.baseAddress! + index
            DispatchQueue.global().async(group: group) {
                fesetround(direction)
                turn.signal()
                turn.wait()
                place.pointee = fegetround() == direction ? 1 / divisor : .nan
                fesetround(FE_TONEAREST)
            }
        }
        group.wait()
    }
    return fegetround() == FE_TONEAREST && thirds[0] > thirds[1]
}
