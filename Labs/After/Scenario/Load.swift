import Foundation
import Synchronization

/// Keeps all cores of the machine busy while some code runs.
public func underLoad<Result>(_ code: () -> Result) -> Result {
    let isOver = Atomic(false)
    let everything = DispatchGroup()
    let queue = DispatchQueue(label: "load", attributes: .concurrent)
    for _ in 1...(2 * ProcessInfo.processInfo.activeProcessorCount) {
        queue.async(group: everything) {
            while !isOver.load(ordering: .relaxed) { calculate() }
        }
    }
    let result = code()
    isOver.store(true, ordering: .relaxed)
    everything.wait()
    return result
}

/// About a tenth of a millisecond.
func calculate() {
    _ = (0..<1_000).reduce(0) { $0 &* 31 &+ $1 }
}
