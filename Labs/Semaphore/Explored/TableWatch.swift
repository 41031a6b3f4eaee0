import Synchronization

/// Records which forks are in use: one word, which changes when a philosopher begins or ends a
/// meal.
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

/// The observations at the table.
public struct DinnerReport: Codable, Sendable {
    public var meals: Int
    /// Meals during which a neighbor ate with the same fork.
    public var mealsWithASharedFork: Int
}
