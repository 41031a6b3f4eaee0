import Foundation
import Synchronization

/// The readings of all posters.
public struct Readings: Codable, Sendable {
    public var posters: Int
    /// Posters whose price was seen.
    public var pricesSeen: Int
    /// Posters on which the flag was seen, but not the price.
    public var pricesMissing: Int
}

/// One thread publishes the price on each poster, and another thread waits for it.
public func publish(on posters: Int, _ makePoster: () -> Poster) -> Readings {
    let posters = (1...posters).map { _ in makePoster() }
    let prices = Mutex<[Int]>([])
    let everybody = DispatchGroup()
    DispatchQueue(label: "reader").async(group: everybody) {
        let limit = Date(timeIntervalSinceNow: 5)
        for poster in posters {
            var price = poster.price
            while price == nil, Date() < limit { price = poster.price }
            if let price { prices.withLock { $0.append(price) } }
        }
    }
    DispatchQueue(label: "publisher").async(group: everybody) {
        for poster in posters { poster.publish(price: 30) }
    }
    everybody.wait()
    let seen = prices.withLock { $0 }
    return Readings(posters: posters.count, pricesSeen: seen.count { $0 == 30 }, pricesMissing: seen.count { $0 == 0 })
}
