// deadlock: 11, 16
// Says: came before
import Foundation

final class Server: @unchecked Sendable {
    let lock = NSLock()
    var stopped: DispatchSemaphore?

    func run() {
        let semaphore = DispatchSemaphore(value: 0)
        lock.withLock { stopped = semaphore }
        semaphore.wait()
    }

    func stop() {
        lock.withLock { stopped }?.signal()
    }
}

func scenario() {
    let server = Server()
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread) { server.run() }
    server.stop()
    thread.wait()
}
