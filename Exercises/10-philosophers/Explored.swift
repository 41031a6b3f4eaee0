import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: at a small table, each philosopher
// eats once, all at the same time.

func twoPhilosophers() -> String { dinner(seats: 2) }

func threePhilosophers() -> String { dinner(seats: 3) }

/// Two philosophers who sit opposite each other share no fork.
func oppositePhilosophers() -> String {
    let table = Table(seats: 4), meals = Atomic(0)
    let other = DispatchGroup()
    DispatchQueue.global().async(group: other) { table.dine(at: 2) { meals.add(1, ordering: .relaxed) } }
    table.dine(at: 0) { meals.add(1, ordering: .relaxed) }
    other.wait()
    return meals.load(ordering: .relaxed) == 2 ? right : "\(meals.load(ordering: .relaxed)) meals for 2 philosophers"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "each philosopher ate once"

private func dinner(seats: Int) -> String {
    let table = Table(seats: seats), meals = Meals()
    let others = DispatchGroup()
    for seat in 1..<seats {
        DispatchQueue.global().async(group: others) { table.dine(at: seat) { meals.eat(at: seat, of: seats) } }
    }
    table.dine(at: 0) { meals.eat(at: 0, of: seats) }
    others.wait()
    return meals.outcome(of: seats)
}

/// The philosophers that eat, as a set of seats: bit 0 is seat 0. At these small tables, each two
/// of them share a fork.
private final class Meals: Sendable {
    private let eating = Atomic(0)
    private let count = Atomic(0)
    private let isShared = Atomic(false)

    func eat(at seat: Int, of seats: Int) {
        if eating.bitwiseOr(1 << seat, ordering: .relaxed).oldValue != 0 { isShared.store(true, ordering: .relaxed) }
        count.add(1, ordering: .relaxed)
        eating.bitwiseAnd(~(1 << seat), ordering: .relaxed)
    }

    func outcome(of seats: Int) -> String {
        if isShared.load(ordering: .relaxed) { return "two neighbors ate with the same fork" }
        let meals = count.load(ordering: .relaxed)
        return meals == seats ? right : "\(meals) meals for \(seats) philosophers"
    }
}
