// leak: 18, 22
// Says: without a signal
// Options: --spurious-wakeups
import Foundation

final class Worker: @unchecked Sendable {
    private let condition = NSCondition()
    private var work: [() -> Void] = []
    private var isShutDown = false

    func start() { Thread { self.loop() }.start() }

    private func loop() {
        while let item = next() { item() }
    }
    private func next() -> (() -> Void)? {
        condition.lock(); defer { condition.unlock() }
        if work.isEmpty && !isShutDown { condition.wait() }
        return work.isEmpty ? nil : work.removeFirst()
    }
    func run(_ item: @escaping () -> Void) {
        condition.withLock {
            work.append(item); condition.signal()
        }
    }
    func shutDown() {
        condition.withLock {
            isShutDown = true; condition.signal()
        }
    }
}

func scenario() async {
    let worker = Worker()
    worker.start()
    await withCheckedContinuation { continuation in
        worker.run { continuation.resume() }
    }
    worker.shutDown()
}

// After swiftlang/swift-subprocess#348
