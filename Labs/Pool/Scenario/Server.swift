import Dispatch
import Foundation

/// A server that answers requests in groups: as soon as a group is complete.
///
/// So it is certain how many requests wait at the same time. After five seconds it answers all of
/// them, also if the scenario was changed and no group is ever complete.
public final class Server: @unchecked Sendable {  // `lock` protects everything that can change.
    private let group: Int
    private var left: Int
    private var waiting: [@Sendable () -> Void] = []
    private var isOpen = false
    private var highest = 0
    private var highestThreads = 0
    private let lock = NSLock()

    /// - Parameters:
    ///   - requests: the number of requests that will come.
    ///   - group: the size of a group.
    public init(requests: Int, group: Int) {
        left = requests
        self.group = group
        DispatchQueue(label: "server").asyncAfter(deadline: .now() + 5) { [weak self] in self?.answerEverything() }
    }

    /// The largest number of requests that waited at the same time.
    var mostWaiting: Int { lock.withLock { highest } }

    /// The largest number of threads of this process, counted at each request.
    var mostThreads: Int { lock.withLock { highestThreads } }

    /// Returns immediately. The answer comes later.
    func request(_ answer: @escaping @Sendable () -> Void) {
        lock.lock()
        waiting.append(answer)
        highest = max(highest, waiting.count)
        highestThreads = max(highestThreads, threadsOfThisProcess())
        let ready = isOpen || waiting.count >= min(group, left) ? takeAll() : []
        lock.unlock()
        for answer in ready { answer() }
    }

    /// Answers all requests, and each later one immediately.
    func answerEverything() {
        lock.lock()
        isOpen = true
        let ready = takeAll()
        lock.unlock()
        for answer in ready { answer() }
    }

    private func takeAll() -> [@Sendable () -> Void] {
        defer {
            left -= waiting.count
            waiting = []
        }
        return waiting
    }
}
