// assertion: 9, 10, 12
// Says: (check-then-act)

import Foundation
final class Prices: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: Int] = [:]
    func price(of name: String) -> Int {
        var price = lock.withLock { known[name] }
        if price == nil, lock.withLock({ known[name] == nil }) {
            price = 3
            lock.withLock { known[name] = 3 }
        }
        return price ?? 0
    }
}
func scenario() -> [Int] {
    let prices = Prices(), group = DispatchGroup(), seen = DispatchQueue(label: "seen")
    nonisolated(unsafe) var all: [Int] = []
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
            let price = prices.price(of: "tea")
            seen.sync { all.append(price) }
        }
    }
    group.wait()
    return seen.sync { all }
}
func allowed(_ prices: [Int]) -> Bool { !prices.contains(0) }
