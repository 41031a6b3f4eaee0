// assertion: 10, 11
// Says: a lost update
// Advises: one method that reads and stores in one step
import Foundation

final class Table<Key: Hashable & Sendable, Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var rows: [Key: Value] = [:]
    subscript(key: Key) -> Value? {
        get { lock.withLock { rows[key] } }
        set { lock.withLock { rows[key] = newValue } }
    }
}

func scenario() -> Int? {
    let visits = Table<Int, Int>(), group = DispatchGroup()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) { visits[0] = (visits[0] ?? 0) + 1 }
    }
    group.wait()
    return visits[0]
}
func allowed(_ visits: Int?) -> Bool { visits == 2 }
