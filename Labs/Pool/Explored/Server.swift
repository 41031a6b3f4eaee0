import Foundation

/// A server whose answer can come at any moment, from a thread of the pool.
public final class Server: @unchecked Sendable {  // `lock` protects everything that can change.
    private var waiting = 0
    private var highest = 0
    private let lock = NSLock()

    public init(requests: Int, group: Int) {}

    var mostWaiting: Int { lock.withLock { highest } }
    var mostThreads: Int { 0 }

    func request(_ answer: @escaping @Sendable () -> Void) {
        lock.lock()
        waiting += 1
        highest = max(highest, waiting)
        lock.unlock()
        DispatchQueue.global().async {
            self.lock.withLock { self.waiting -= 1 }
            answer()
        }
    }

    func answerEverything() {}
}
