// lostWakeup: 12, 17
// Says: came before block
// Advises: wait in a loop

import Foundation
final class Start: @unchecked Sendable {
    let condition = NSCondition()
    var ready = 0
    func wait() {
        condition.lock()
        ready += 1
        condition.wait()
        condition.unlock()
    }
    func go() {
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }
    var isReady: Bool { condition.withLock { ready > 0 } }
}
func scenario() {
    let start = Start(), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { start.wait() }
    }
    while !start.isReady { usleep(50) }
    start.go()
    group.wait()
}
