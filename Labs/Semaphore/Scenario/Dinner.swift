import Dispatch

/// A dinner of philosophers, each on their own queue.
public struct Dinner: Sendable {
    private let forks: [Fork]
    private let meals: Int
    private let meetWithOneFork: Int

    /// - Parameters:
    ///   - meals: the number of meals of each philosopher.
    ///   - meetWithOneFork: the number of philosophers that wait for each other, each with one
    ///   fork, before any of them takes a second one.
    public init(philosophers: Int, meals: Int, meetWithOneFork: Int) {
        forks = (1...philosophers).map { Fork(number: $0) }
        self.meals = meals
        self.meetWithOneFork = meetWithOneFork
    }

    /// Runs the dinner to its end. With a deadlock it never returns.
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
