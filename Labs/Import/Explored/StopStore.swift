import Dispatch
import Synchronization

/// Stands in for the database, which needs files. Each connection has a serial queue, and a
/// transaction is seen by others when it has ended.
public final class StopStore: Sendable {
    private static let saved = Mutex(Saved())
    private let queue: DispatchQueue

    private struct Saved {
        var stops: [Stop] = []
        var line = 0
    }

    public init(path: String, label: String) { queue = DispatchQueue(label: label) }

    func save(upTo line: Int, _ insertAll: (Transaction) throws -> Void) throws {
        try queue.sync {
            let transaction = Transaction()
            try insertAll(transaction)
            Self.saved.withLock {
                $0.stops += transaction.stops
                $0.line = line
            }
        }
    }

    func position() throws -> Int { queue.sync { Self.saved.withLock { $0.line } } }

    public func count() throws -> Int { queue.sync { Self.saved.withLock { $0.stops.count } } }
}

final class Transaction {
    fileprivate var stops: [Stop] = []

    func insert(_ stop: Stop) throws { stops.append(stop) }
}
