import Foundation

final class Counter {
    var value = 0
}

func scenario() -> Int {
    let counter = Counter(), finished = NSCondition()
    var running = 2
    for _ in 0..<2 {
        Thread {
            finished.lock()
            counter.value += 1
            running -= 1
            finished.signal()
            finished.unlock()
        }.start()
    }
    finished.lock()
    while running > 0 { finished.wait() }
    finished.unlock()
    return counter.value
}
