// livelock: 17, 10
// Says: left the function before
// Advises: `defer
import Foundation
import Synchronization

final class Gate: Sendable {
    private let state = Atomic(0)
    func lock() {
        while !state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged {}
    }
    func unlock() { state.store(0, ordering: .releasing) }
}

func log(_ text: String, _ gate: Gate) {
    gate.lock()
    guard !text.isEmpty else { return }
    gate.unlock()
}

func scenario() {
    let gate = Gate(), thread = Thread { log("", gate) }
    thread.start()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in log("start", gate) }
}
