import Dispatch

/// An evening of philosophers, each on a queue of his own.
public struct Dinner: Sendable {
    private let forks: [Fork]
    private let meals: Int
    private let meetWithOneFork: Int

    /// - Parameters:
    ///   - meals: how often each of them eats.
    ///   - meetWithOneFork: how many wait for each other with one fork in the hand, before any of them reaches for the second.
    public init(philosophers: Int, meals: Int, meetWithOneFork: Int) {
        forks = (1...philosophers).map { Fork(number: $0) }
        self.meals = meals
        self.meetWithOneFork = meetWithOneFork
    }

    /// Runs the evening to its end, if it has one.
    public func run(_ etiquette: some Etiquette) -> DinnerReport {
        let table = TableWatch(forks: forks.count, meetWithOneFork: meetWithOneFork)
        let everybody = DispatchGroup()
        for (index, left) in forks.enumerated() {
            let seat = Seat(left: left, right: forks[(index + 1) % forks.count], table: table)
            let queue = DispatchQueue(label: "philosopher \(index + 1)")
            Philosopher(etiquette: etiquette, seat: seat, queue: queue).dine(times: meals, in: everybody)
        }
        everybody.wait()
        return table.report
    }
}

private struct Philosopher<Manners: Etiquette> {
    let etiquette: Manners
    let seat: Seat
    let queue: DispatchQueue

    func dine(times: Int, in everybody: DispatchGroup) {
        queue.async(group: everybody) {
            for _ in 1...times { etiquette.dine(at: seat) }
        }
    }
}
