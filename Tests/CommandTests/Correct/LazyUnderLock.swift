import Foundation

/// A table that is expensive to make, and made once by whoever needs it first.
final class Tables {
    private let lock = NSLock()
    private var timesMade = 0
    private lazy var squares: [Int] = {
        timesMade += 1
        return (0..<4).map { $0 * $0 }
    }()

    func square(of number: Int) -> Int {
        lock.lock()
        defer { lock.unlock() }
        return squares[number]
    }

    var made: Int { lock.withLock { timesMade } }
}

func scenario() -> String {
    let tables = Tables()
    let done = DispatchSemaphore(value: 0)
    var sum = 0
    Thread.detachNewThread {
        sum = tables.square(of: 2)
        done.signal()
    }
    let own = tables.square(of: 3)
    done.wait()
    return "\(sum + own), made \(tables.made) time"
}

func allowed(_ text: String) -> Bool { text == "13, made 1 time" }
