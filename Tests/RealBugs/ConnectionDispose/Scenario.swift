import Dispatch
import Foundation

// RxSwift, commit 89da8d41: a connection disposes of its subscription while it holds its lock.

/// A source that sends its values under a lock. After `dispose()` has returned, it sends none.
final class Source: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var observer: (() -> Void)?

    func start(_ observer: @escaping () -> Void) { lock.withLock { self.observer = observer } }
    func send() { lock.withLock { observer?() } }
    func dispose() { lock.withLock { observer = nil } }
}

/// A connection between a source and its observers.
final class Connection: @unchecked Sendable {
    let lock = NSRecursiveLock()
    var source: Source?
    private var received = 0

    init(_ source: Source) { self.source = source }

    func receive() {
        lock.withLock { if source != nil { received += 1 } }
    }

    var count: Int { lock.withLock { received } }
}

func scenario() -> Int {
    let source = Source(), connection = Connection(source)
    source.start(connection.receive)
    DispatchQueue.concurrentPerform(iterations: 2) { if $0 == 0 { source.send() } else { connection.dispose() } }
    return connection.count
}

func allowed(_ count: Int) -> Bool { count <= 1 }
