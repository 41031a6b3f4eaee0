// deadlock: 12, 21, 23
// Says: came between
import Foundation

final class Provider: @unchecked Sendable {
    private let lock = NSRecursiveLock()
    private var inflight: [String: [(Int) -> Void]] = [:]

    func request(_ target: String, completion: @escaping (Int) -> Void) {
        lock.lock()
        if inflight[target] != nil {
            inflight[target]!.append(completion)
            lock.unlock()
            return
        }
        inflight[target] = [completion]
        lock.unlock()
        DispatchQueue.global().async { self.finish(target, 200) }
    }
    private func finish(_ target: String, _ response: Int) {
        let waiting = lock.withLock { inflight[target] ?? [] }
        for completion in waiting { completion(response) }
        lock.withLock { inflight[target] = nil }
    }
}

func scenario() {
    let provider = Provider()
    let answers = DispatchGroup()
    for _ in 0..<2 {
        answers.enter()
        provider.request("user") { _ in answers.leave() }
    }
    answers.wait()
}

// After Moya/Moya#2242
