// assertion: 12, 18
// Says: reads opened for the last time
import Dispatch
import Synchronization

let opened = Mutex(0)

/// The first one who asks opens the file.
final class Store: Sendable {
    static let shared = Store()
    let number: Int
    init() { number = opened.withLock { $0 } }
}

func scenario() -> Int {
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = Store.shared.number }
    opened.withLock { $0 = 7 }
    group.wait()
    return Store.shared.number
}

func allowed(_ number: Int) -> Bool { number == 7 }
