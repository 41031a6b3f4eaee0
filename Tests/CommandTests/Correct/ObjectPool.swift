import Dispatch
import Foundation

/// Lends out expensive objects, and takes them back: each is with one borrower at a time.
final class Pool<Object: AnyObject> {
    private let available: DispatchSemaphore
    private let lock = NSLock()
    private var objects: [Object]

    init(_ objects: [Object]) {
        self.objects = objects
        available = DispatchSemaphore(value: objects.count)
    }

    func borrow<Result>(_ use: (Object) throws -> Result) rethrows -> Result {
        available.wait()
        let object = lock.withLock { objects.removeLast() }
        defer {
            lock.withLock { objects.append(object) }
            available.signal()
        }
        return try use(object)
    }

    deinit { precondition(!objects.isEmpty) }
}

final class Connection {
    var queries = 0
    func query() { queries += 1 }
}

func scenario() -> Int {
    let connection = Connection()
    do {
        let pool = Pool([connection])
        DispatchQueue.concurrentPerform(iterations: 2) { _ in pool.borrow { $0.query() } }
    }
    return connection.queries
}

func allowed(_ queries: Int) -> Bool { queries == 2 }
