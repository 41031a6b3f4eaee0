// assertion: 13, 18
// Says: A second resume
import Foundation

final class Once: @unchecked Sendable {
    private let lock = NSLock()
    private var isResumed = false
    private let continuation: CheckedContinuation<Int, Never>
    init(_ continuation: CheckedContinuation<Int, Never>) { self.continuation = continuation }

    func finish(_ value: Int) {
        lock.lock()
        let done = isResumed
        lock.unlock()
        if done { return }
        continuation.resume(returning: value)
        lock.lock()
        isResumed = true
        lock.unlock()
    }
}

func scenario() async -> Int {
    await withCheckedContinuation { continuation in
        let once = Once(continuation)
        DispatchQueue.global().async { once.finish(1) }
        DispatchQueue.global().async { once.finish(2) }
    }
}
