// leak: 20, 27
// Says: came before
// Advises: Make that one step
import Foundation

/// One download for all callers of one address.
final class Loader: @unchecked Sendable {
    private let lock = NSLock()
    private var cached: [String: String] = [:]
    private var waiting: [String: [CheckedContinuation<String, Never>]] = [:]

    func image(_ name: String) async -> String {
        if let found = lock.withLock({ cached[name] }) { return found }
        return await withCheckedContinuation { continuation in
            let isFirst = lock.withLock { waiting[name] == nil }
            if isFirst {
                lock.withLock { waiting[name] = [] }
                DispatchQueue.global().async { self.finish(name) }
            }
            lock.withLock { waiting[name]?.append(continuation) }
        }
    }

    private func finish(_ name: String) {
        let all = lock.withLock {
            cached[name] = "pixels"
            return waiting.removeValue(forKey: name)
        }
        all?.forEach { $0.resume(returning: "pixels") }
    }
}

func scenario() async -> String {
    let loader = Loader()
    return await loader.image("cat")
}
