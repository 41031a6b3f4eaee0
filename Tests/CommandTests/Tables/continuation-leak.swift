import Foundation

final class Client: @unchecked Sendable {
    private let lock = NSLock()
    private var pending: [Int: CheckedContinuation<String, Never>] = [:]

    func call(_ id: Int) async -> String {
        send(id)
        return await withCheckedContinuation { continuation in
            lock.withLock { pending[id] = continuation }
        }
    }
    private func send(_ id: Int) {
        DispatchQueue.global().async { self.received(id, "pong") }
    }
    private func received(_ id: Int, _ text: String) {
        let waiting = lock.withLock { pending.removeValue(forKey: id) }
        waiting?.resume(returning: text)
    }
}

func scenario() async -> String {
    let client = Client()
    return await client.call(1)
}
