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

/// A thread writes the price on each poster and then sets the poster's flag. Another thread waits for
/// each flag, and reads the price.
public func publish(on posters: Int, _ makePoster: () -> Poster) -> Readings {
    let posters = (1...posters).map { _ in makePoster() }
    let prices = Mutex<[Int]>([])
    let everybody = DispatchGroup()
    let readerIsThere = DispatchSemaphore(value: 0)  // Otherwise the publisher can finish before the reader begins.
    func readPrices() {
        DispatchQueue(label: "reader").async(group: everybody) {
            let limit = Date(timeIntervalSinceNow: 5)
            readerIsThere.signal()
            for poster in posters {
                var price = poster.price
                while price == nil, Date() < limit { price = poster.price }
                if let price { prices.withLock { $0.append(price) } }
            }
        }
    }
    func publishPrices() {
        DispatchQueue(label: "publisher").async(group: everybody) {
            readerIsThere.wait()
            for poster in posters { poster.publish(price: 30) }
        }
    }
    readPrices()
    publishPrices()
    everybody.wait()
    let seen = prices.withLock { $0 }
    return Readings(posters: posters.count, pricesSeen: seen.count { $0 == 30 }, pricesMissing: seen.count { $0 == 0 })
}
