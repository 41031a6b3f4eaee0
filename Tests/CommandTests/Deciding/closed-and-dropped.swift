// leak: 20, 14
// Says: came before
// Advises: must still do what other code waits for
import Foundation

final class Pool: @unchecked Sendable {
    private let lock = NSLock()
    private var isClosed = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func connect() async {
        await withCheckedContinuation { continuation in
            lock.lock()
            if !isClosed { waiting.append(continuation) }
            lock.unlock()
        }
    }
    func close() {
        lock.lock()
        isClosed = true
        let all = waiting
        waiting = []
        lock.unlock()
        for continuation in all { continuation.resume() }
    }
}

func scenario() async {
    let pool = Pool()
    let client = Task { await pool.connect() }
    pool.close()
    await client.value
}
