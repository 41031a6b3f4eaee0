import Dispatch
import Foundation

// async-http-client, pull request 419: a timer fires while the pool of connections is shut down.

/// Connections that wait for their next attempt to connect.
final class ConnectionPool: @unchecked Sendable {
    let lock = NSLock()
    var backingOff: Set<Int> = [1]
    var isShutDown = false
    var attempts = 0

    func shutDown() {
        lock.withLock {
            isShutDown = true
            backingOff.removeAll()
        }
    }
}

func scenario() -> Int {
    let pool = ConnectionPool(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { pool.timerFired(for: 1) }
    DispatchQueue.global().async(group: group) { pool.shutDown() }
    group.wait()
    return pool.attempts
}

func allowed(_ attempts: Int) -> Bool { attempts <= 1 }
