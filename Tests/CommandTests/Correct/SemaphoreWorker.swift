import Foundation

/// A thread of its own sends letters, whenever a semaphore tells it that there is one; it never ends.
final class Mailer: @unchecked Sendable {
    private let waiting = DispatchSemaphore(value: 0), sent = DispatchSemaphore(value: 0)
    private let lock = NSLock()
    private var letters: [String] = []
    private var count = 0

    init() {
        let thread = Thread { [unowned self] in
            while true {
                waiting.wait()
                lock.withLock {
                    letters.removeFirst()
                    count += 1
                }
                sent.signal()
            }
        }
        thread.start()
    }

    func send(_ letter: String) {
        lock.withLock { letters.append(letter) }
        waiting.signal()
    }

    func waitUntilSent(_ number: Int) -> Int {
        for _ in 0..<number { sent.wait() }
        return lock.withLock { count }
    }
}

let mailer = Mailer()

func scenario() -> Int {
    mailer.send("to Ada")
    mailer.send("to Edsger")
    return mailer.waitUntilSent(2)
}
