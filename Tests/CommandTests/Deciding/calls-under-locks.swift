// deadlock: 18, 34
// Says: While it holds its lock
// Advises: Do not call another object while you hold a lock
import Foundation

final class Source: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    weak var shared: Shared?

    func subscribe() {
        lock.lock()
        defer { lock.unlock() }
    }

    func complete() {
        lock.lock()
        defer { lock.unlock() }
        shared?.dispose()
    }
}

final class Shared: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private let source: Source

    init(_ source: Source) {
        self.source = source
        source.shared = self
    }

    func connect() {
        lock.lock()
        defer { lock.unlock() }
        source.subscribe()
    }

    func dispose() {
        lock.lock()
        defer { lock.unlock() }
    }
}

func scenario() {
    let source = Source(), shared = Shared(source)
    DispatchQueue.concurrentPerform(iterations: 2) { $0 == 0 ? shared.connect() : source.complete() }
}
