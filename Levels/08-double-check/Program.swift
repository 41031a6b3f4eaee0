import Foundation

final class Settings: @unchecked Sendable {
    private let lock = NSLock()
    private var loads = 0
    private var isLoaded = false

    /// Loads once: looks, acquires the lock, and does not look again.
    func load() {
        lock.lock()
        let isMissing = !isLoaded
        lock.unlock()
        if isMissing {
            lock.lock()
            loads += 1
            isLoaded = true
            precondition(loads == 1)
            lock.unlock()
        }
    }
}

/// Two threads need the settings.
func doubleChecked() {
    let settings = Settings()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in settings.load() }
}
