import Foundation

final class Service: @unchecked Sendable {
    private let condition = NSCondition()
    private var isStopped = false

    func run() {
        condition.lock()
        while !isStopped { condition.wait() }
        condition.unlock()
    }

    func stop() {
        condition.lock()
        isStopped = true
        condition.broadcast()
        condition.unlock()
    }
}

func scenario() {
    let service = Service()
    let group = DispatchGroup()
    for _ in 1...2 { DispatchQueue.global().async(group: group) { service.run() } }
    service.stop()
    group.wait()
}
