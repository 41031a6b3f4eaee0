import Foundation

/// A gate that stays open once it was opened.
final class Gate {
    private let condition = NSCondition()
    private var isOpen = false

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    func pass() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }
}

func scenario() -> Int {
    let gate = Gate()
    let group = DispatchGroup()
    var settings: [Int] = []
    var seen = [0, 0]
    seen.withUnsafeMutableBufferPointer { seen in
        let seen = seen
        for index in 0..<2 {
            DispatchQueue.global().async(group: group) {
                gate.pass()
                seen[index] = settings.count
            }
        }
        settings = [1, 2, 3]
        gate.open()
        group.wait()
    }
    return seen.reduce(0, +)
}

func allowed(_ sum: Int) -> Bool { sum == 6 }
