import Foundation

final class Download: @unchecked Sendable {
    private let lock = NSLock()
    private var isDone = false
    private var observer: (() -> Void)?

    func whenDone(_ action: @escaping () -> Void) {
        if lock.withLock({ isDone }) { return action() }
        lock.withLock { observer = action }
    }

    func finish() {
        let action = lock.withLock {
            isDone = true
            return observer
        }
        action?()
    }
}

func scenario() {
    let download = Download(), shown = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { download.finish() }
    download.whenDone { shown.signal() }
    shown.wait()
}
