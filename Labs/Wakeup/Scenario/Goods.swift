import Dispatch

/// What is on the counter, with a sign for each look that found nothing, and for each sale. The counter's lock protects it.
public final class Goods: @unchecked Sendable {
    private var bread = 0
    private var cake = 0
    private let news = DispatchSemaphore(value: 0)

    public init() {}

    func lack(_ good: Good) -> Bool {
        let isMissing = count(good) == 0
        if isMissing { news.signal() }
        return isMissing
    }

    func count(_ good: Good) -> Int { good == .bread ? bread : cake }

    func put(_ good: Good) { add(1, good) }

    func take(_ good: Good) {
        add(-1, good)
        news.signal()
    }

    /// Returns after so many looks in vain or sales.
    func happens(_ times: Int) {
        for _ in 0..<times { _ = news.wait(timeout: .now() + 5) }
    }

    private func add(_ number: Int, _ good: Good) {
        if good == .bread { bread += number } else { cake += number }
    }
}
