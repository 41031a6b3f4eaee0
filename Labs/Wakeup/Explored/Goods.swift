/// What is on the counter. The counter's lock protects it.
public final class Goods: @unchecked Sendable {
    private var bread = 0
    private var cake = 0

    public init() {}

    func lack(_ good: Good) -> Bool { count(good) == 0 }
    func count(_ good: Good) -> Int { good == .bread ? bread : cake }
    func put(_ good: Good) { add(1, good) }
    func take(_ good: Good) { add(-1, good) }
    func happens(_ times: Int) {}

    private func add(_ number: Int, _ good: Good) {
        if good == .bread { bread += number } else { cake += number }
    }
}
