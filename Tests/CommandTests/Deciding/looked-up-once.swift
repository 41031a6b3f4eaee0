// assertion: 10, 15
// Says: (check-then-act)

import Foundation
import Synchronization
final class Field: Sendable {
    private let value = Mutex<String?>(nil)
    private let making = NSLock()
    func get() -> String? {
        var result = value.withLock { $0 }
        if result == nil {
            making.lock()
            if value.withLock({ $0 == nil }) {
                result = "made"
                value.withLock { $0 = "made" }
            }
            making.unlock()
        }
        return result
    }
}
func scenario() -> [Bool] {
    let field = Field(), found = Mutex<[Bool]>([])
    let other = Thread {
        let result = field.get()
        found.withLock { $0.append(result != nil) }
    }
    other.start()
    let own = field.get()
    found.withLock { $0.append(own != nil) }
    while found.withLock({ $0.count }) < 2 { usleep(100) }
    return found.withLock { $0 }
}
func allowed(_ found: [Bool]) -> Bool { !found.contains(false) }
