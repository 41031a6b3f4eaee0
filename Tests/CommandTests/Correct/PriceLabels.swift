import Foundation

/// Labels for prices, made once for each and kept where all find them: the cache locks itself.
final class PriceLabels: Sendable {
    private final class Label {
        let text: String
        init(_ price: Double) { text = String(format: "%.2f €", price) }
    }

    private let labels = NSCache<NSNumber, Label>()

    func label(for price: Double) -> String {
        let key = NSNumber(value: price)
        if let known = labels.object(forKey: key) { return known.text }
        let new = Label(price)
        labels.setObject(new, forKey: key)
        return new.text
    }
}

func scenario() -> String {
    let labels = PriceLabels(), group = DispatchGroup(), lock = NSLock()
    nonisolated(unsafe) var texts: Set<String> = []
    for price in [1.5, 2.25] {
        DispatchQueue.global().async(group: group) {
            let text = labels.label(for: price)
            lock.withLock { _ = texts.insert(text) }
        }
    }
    group.wait()
    return texts.sorted().joined(separator: ", ")
}

func allowed(_ labels: String) -> Bool { labels == "1.50 €, 2.25 €" }
