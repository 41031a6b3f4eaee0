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
    var value: UInt64 = 1
    var step = 0
    while step < 30_000 {
        value = value &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        value ^= value >> 33
        step &+= 1
    }
    // It is never 0 in practice. But the compiler cannot know that, so it keeps the calculation.
    precondition(value != 0)
}
