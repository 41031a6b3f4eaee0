import Synchronization

/// Records which philosophers hold forks, and which forks are used for eating.
final class TableWatch: Sendable {
    private struct Notes {
        var meals = 0
        var mealsWithASharedFork = 0
        /// For each fork, the number of philosophers that eat with it now. Forks count from 1, so
        /// the first entry is unused.
        var eatersWithFork: [Int]
    }

    private let notes: Mutex<Notes>
    private let holdOneFork = Crowd()
    private let eat = Crowd()
    private let rendezvous: Rendezvous

    init(forks: Int, meetWithOneFork: Int) {
        notes = Mutex(Notes(eatersWithFork: Array(repeating: 0, count: forks + 1)))
        rendezvous = Rendezvous(of: meetWithOneFork)
    }

    /// The philosophers who meet here hold their fork about two milliseconds longer: time for a neighbor to come to it.
    func philosopherHoldsOneFork() {
        holdOneFork.enter()
        if rendezvous.meet() { calculate(steps: 800_000) }
    }

    /// A meal takes about two milliseconds.
    func philosopherEats(with forks: [Int]) {
        holdOneFork.leave()
        eat.enter()
        notes.withLock { notes in
            for fork in forks { notes.eatersWithFork[fork] += 1 }
            if forks.contains(where: { notes.eatersWithFork[$0] > 1 }) { notes.mealsWithASharedFork += 1 }
        }
        calculate(steps: 800_000)
        notes.withLock { notes in
            for fork in forks { notes.eatersWithFork[fork] -= 1 }
            notes.meals += 1
        }
        eat.leave()
    }

    var report: DinnerReport {
        notes.withLock { notes in
            DinnerReport(
                meals: notes.meals, mealsWithASharedFork: notes.mealsWithASharedFork, mostEatingAtOnce: eat.most,
                mostHoldingOneFork: holdOneFork.most)
        }
    }
}

/// The observations at the table.
public struct DinnerReport: Codable, Sendable {
    public var meals: Int
    /// Meals during which a neighbor ate with the same fork.
    public var mealsWithASharedFork: Int
    public var mostEatingAtOnce: Int
    /// The largest number of philosophers that held one fork and wanted another, at the same time.
    public var mostHoldingOneFork: Int
}
