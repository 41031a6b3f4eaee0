// assertion: 11, 12, 15, 16
// Says: overlap
// Advises: hold one lock from the first to the second

import Dispatch
import Synchronization
final class PriceLevel: Sendable {
    private let quantity = Atomic<Int>(0)
    private let orders = Mutex<[Int]>([])
    func add(_ order: Int) {
        orders.withLock { $0.append(order) }
        quantity.add(order, ordering: .sequentiallyConsistent)
    }
    func snapshot() -> (visible: Int, orders: [Int]) {
        let visible = quantity.load(ordering: .sequentiallyConsistent)
        return (visible, orders.withLock { $0 })
    }
}
func scenario() -> String {
    let level = PriceLevel(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { level.add(5) }
    let seen = level.snapshot()
    group.wait()
    return "\(seen.visible) of \(seen.orders)"
}
func allowed(_ seen: String) -> Bool { seen == "0 of []" || seen == "5 of [5]" }
