import Synchronization

/// Notices who eats with what: one word, changed when a philosopher begins and when one ends.
final class TableWatch: Sendable {
    private struct Notes {
        var meals = 0
        var mealsWithASharedFork = 0
        var forksInUse: Set<Int> = []
    }

    private let notes = Mutex(Notes())

    init(forks: Int, meetWithOneFork: Int) {}

    func philosopherHoldsOneFork() {}

    func philosopherEats(with forks: [Int]) {
        notes.withLock { notes in
            if !notes.forksInUse.isDisjoint(with: forks) { notes.mealsWithASharedFork += 1 }
            notes.forksInUse.formUnion(forks)
            notes.meals += 1
        }
        notes.withLock { $0.forksInUse.subtract(forks) }
    }

    var report: DinnerReport {
        notes.withLock { DinnerReport(meals: $0.meals, mealsWithASharedFork: $0.mealsWithASharedFork) }
    }
}

/// What was seen at the table.
public struct DinnerReport: Codable, Sendable {
    public var meals: Int
    /// Meals during which a neighbour ate with the same fork.
    public var mealsWithASharedFork: Int
}
