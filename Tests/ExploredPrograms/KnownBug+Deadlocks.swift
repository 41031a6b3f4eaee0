import Foundation

/// Two kinds of visitors share a room. The first of a kind locks it for the kind, while it holds
/// the lock of the counters.
func carter(isRight: Bool) {
    let counters = NSLock(), room = NSLock()
    let visit = {
        let inside = Shared(0)
        return {
            if isRight {
                room.lock()
                counters.withLock { inside.value += 1 }
                counters.withLock { inside.value -= 1 }
                room.unlock()
            } else {
                counters.lock()
                inside.value += 1
                if inside.value == 1 { room.lock() }
                counters.unlock()
                counters.lock()
                inside.value -= 1
                if inside.value == 0 { room.unlock() }
                counters.unlock()
            }
        }
    }
    concurrently([visit(), visit()])
}

/// Two locks, acquired in opposite orders.
func oppositeOrders(isRight: Bool) { _ = twoLocks(inOrder: isRight) }

/// One thread adds without the lock that the other holds.
func wrongLock(isRight: Bool) {
    let lock = NSLock(), other = NSLock(), number = Shared(0)
    concurrently([{ lock.withLock { number.value += 1 } }, { (isRight ? lock : other).withLock { number.value += 1 } }])
}

/// Two producers and two consumers share a place for one photo and a condition; a single signal may
/// wake the wrong one.
func boundedBuffer(isRight: Bool) {
    let condition = NSCondition(), isFull = Shared(false)
    func change(to full: Bool) -> () -> Void {
        {
            condition.lock()
            while isFull.value == full { condition.wait() }
            isFull.value = full
            if isRight { condition.broadcast() } else { condition.signal() }
            condition.unlock()
        }
    }
    concurrently([change(to: true), change(to: true), change(to: false), change(to: false)])
}

/// Work in two phases with a lock each: one thread begins the second phase before it has left the
/// first.
func phase(isRight: Bool) {
    let first = NSLock(), second = NSLock()
    concurrently([
        {
            first.lock()
            if isRight { first.unlock() }
            second.lock()
            second.unlock()
            if !isRight { first.unlock() }
        },
        {
            second.lock()
            if isRight { second.unlock() }
            first.lock()
            first.unlock()
            if !isRight { second.unlock() }
        },
    ])
}

/// A thread checks, is not asleep yet when the signal comes, and sleeps forever.
func missedSignal(isRight: Bool) {
    let condition = NSCondition(), isReady = Shared(false)
    concurrently([
        {
            if isRight {
                condition.lock()
                while !isReady.value { condition.wait() }
                condition.unlock()
            } else {
                condition.lock()
                let ready = isReady.value
                condition.unlock()
                if ready { return }
                condition.lock()
                condition.wait()
                condition.unlock()
            }
        },
        {
            condition.lock()
            isReady.value = true
            condition.signal()
            condition.unlock()
        },
    ])
}

/// Two threads wait for the same flag, and one signal is given.
func oneSignalForTwo(isRight: Bool) {
    let condition = NSCondition(), isReady = Shared(false)
    let wait = {
        condition.lock()
        while !isReady.value { condition.wait() }
        condition.unlock()
    }
    concurrently([
        wait, wait,
        {
            condition.lock()
            isReady.value = true
            if isRight { condition.broadcast() } else { condition.signal() }
            condition.unlock()
        },
    ])
}

/// Each philosopher takes the left fork, then the right one; or the one with the lower number
/// first.
func philosophers(_ count: Int, _ isRight: Bool) {
    let forks = (0..<count).map { _ in NSLock() }
    concurrently(
        (0..<count).map { seat in
            let left = seat, right = (seat + 1) % count
            let order = isRight ? [min(left, right), max(left, right)] : [left, right]
            return {
                for fork in order { forks[fork].lock() }
                for fork in order { forks[fork].unlock() }
            }
        })
}
