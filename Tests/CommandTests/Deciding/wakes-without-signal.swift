// assertion: 17, 11
// Says: without a signal
// Options: --spurious-wakeups
import Foundation

final class Box: @unchecked Sendable {
    let condition = NSCondition()
    var items: [Int] = []

    func put(_ item: Int) {
        condition.lock(); items.append(item); condition.signal(); condition.unlock()
    }

    func take() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        if items.isEmpty { condition.wait() }
        return items.popLast()
    }
}

func scenario() -> Int? {
    let box = Box()
    DispatchQueue.global().async { box.put(1) }
    return box.take()
}

func allowed(_ item: Int?) -> Bool { item == 1 }
