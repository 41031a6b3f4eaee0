import Dispatch

/// Two threads add one each to a variable on the stack of the thread that has started one of them.
public func localCounter(isLocked: Bool) -> Int {
    let mutex = Mutex()
    var counter = 0
    withUnsafeMutablePointer(to: &counter) { pointer in
        nonisolated(unsafe) let shared = pointer
        let other = StartedThread { add(to: shared, isLocked ? mutex : nil) }
        add(to: shared, isLocked ? mutex : nil)
        other.join()
    }
    return counter
}

private func add(to counter: UnsafeMutablePointer<Int>, _ mutex: Mutex?) {
    mutex?.lock()
    counter.pointee += 1
    mutex?.unlock()
}

/// A thread accesses a variable on another's stack only if it runs first. It does not if the first
/// thread goes on as long as it can.
public func localCounterForTheEarly() -> Int {
    let mutex = Mutex()
    var counter = 0, isLate = false
    withUnsafeMutablePointer(to: &counter) { counter in
        let flag = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        flag.initialize(to: false)
        defer { flag.deallocate() }
        nonisolated(unsafe) let shared = counter
        let other = StartedThread {
            mutex.lock()
            let isEarly = !flag.pointee
            mutex.unlock()
            if isEarly { shared.pointee += 1 }
        }
        mutex.lock()
        flag.pointee = true
        mutex.unlock()
        counter.pointee += 1
        other.join()
        isLate = !flag.pointee
    }
    return isLate ? -1 : counter
}

/// Iterations of a loop that runs on several threads add to a variable of the enclosing function.
public func capturedCounter() -> Int {
    nonisolated(unsafe) var counter = 0
    DispatchQueue.concurrentPerform(iterations: 2) { _ in counter += 1 }
    return counter
}

/// A thread polls under a lock until another has changed a variable on the stack of a third.
public func localFlag() -> Int {
    let mutex = Mutex()
    var flag = 0
    withUnsafeMutablePointer(to: &flag) { pointer in
        nonisolated(unsafe) let shared = pointer
        let waiting = StartedThread {
            mutex.lock()
            while shared.pointee == 0 {
                mutex.unlock()
                mutex.lock()
            }
            shared.pointee += 1
            mutex.unlock()
        }
        mutex.lock()
        shared.pointee = 1
        mutex.unlock()
        waiting.join()
    }
    return flag
}
