// deadlock: 17, 21
// Says: its turn on queue
import Foundation

final class Delegate: @unchecked Sendable { var calls = 0 }

final class DelegateBox: @unchecked Sendable {
    private let lock = NSLock()
    private var target: Delegate?
    private var targetQueue = DispatchQueue(label: "delegate")

    init(_ target: Delegate) { self.target = target }

    var queue: DispatchQueue { lock.withLock { targetQueue } }

    func call(_ body: (Delegate?) -> Int) -> Int {
        lock.withLock { targetQueue.sync { body(target) } }
    }

    func notify(_ body: @escaping @Sendable (Delegate?) -> Void) {
        lock.withLock {
            let target = self.target
            targetQueue.async { body(target) }
        }
    }
}

func scenario() -> Int {
    let delegate = Delegate()
    let box = DelegateBox(delegate)
    let group = DispatchGroup()
    box.queue.async(group: group) {
        box.notify { $0?.calls += 1 }  // on the delegate's queue
    }
    let answer = box.call { ($0?.calls ?? 0) * 0 + 7 }
    group.wait()
    return answer
}

// After LoopKit/LoopKit#615
