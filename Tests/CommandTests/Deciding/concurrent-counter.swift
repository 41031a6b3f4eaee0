// deadlock: 12
// Says: is more than one step
import Dispatch

let barrierQueue = DispatchQueue(label: "barrier", attributes: .concurrent)

func whenAll(_ count: Int, _ start: (Int, @escaping @Sendable () -> Void) -> Void, done: @escaping @Sendable () -> Void) {
    nonisolated(unsafe) var resolved = 0
    for index in 0..<count {
        start(index) {
            barrierQueue.sync {
                resolved += 1
                if resolved == count { done() }
            }
        }
    }
}

func scenario() {
    let finished = DispatchSemaphore(value: 0)
    whenAll(2, { _, resolve in DispatchQueue.global().async { resolve() } }) {
        finished.signal()
    }
    finished.wait()
}

// After vadymmarkov/When#26
