import Foundation
import Synchronization

final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private let isOpen = Atomic(false)

    func pass() {
        condition.lock()
        while !isOpen.load(ordering: .sequentiallyConsistent) {
            condition.wait()
        }
        condition.unlock()
    }
    func open() {
        isOpen.store(true, ordering: .sequentiallyConsistent)
        condition.signal()
    }
}

func scenario() {
    let gate = Gate(), guests = DispatchGroup()
    DispatchQueue.global().async(group: guests) { gate.pass() }
    gate.open()
    guests.wait()
}
