import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving.

/// Two threads add points to one player.
func twoAdd() -> String {
    let board = ScoreBoard(), reports = Sum()
    board.whenChanged { _, points in reports.add(points) }
    together({ board.add(1, to: "Ann") }, { board.add(1, to: "Ann") })
    let points = board.player(named: "Ann")?.points ?? 0
    if points != 2 { return "two threads added one point each, and the player had \(points)" }
    return reports.value == 3 ? right : "two threads added one point each, and the reports were not 1 and 2"
}

/// A thread adds points while another one reads.
func addsAndReads() -> String {
    let board = ScoreBoard()
    board.add(1, to: "Ann")
    let points = Sum()
    together(
        { board.add(2, to: "Ann") },
        {
            points.add(board.player(named: "Ann")?.points ?? -9)
            points.add(board.best?.points ?? -9)
        })
    return [2, 4, 6].contains(points.value) ? right : "points were added, and a thread that read meanwhile saw wrong points"
}

/// A thread asks for the best player while Ann gets points, and then Ben gets fewer.
func readsTheBest() -> String { readsTheBest("Ann", "Ben") }

/// The same with the two names exchanged.
func readsTheOtherBest() -> String { readsTheBest("Ben", "Ann") }

private func readsTheBest(_ first: String, _ second: String) -> String {
    let board = ScoreBoard(), reads = Sum()
    board.add(2, to: first)
    board.add(1, to: second)
    together(
        {
            board.add(3, to: first)
            board.add(3, to: second)
        },
        { if board.best?.name == first { reads.add(1) } })
    if reads.value == 1 { return right }
    return "\(first) had the most points at every moment, and `best` returned another player"
}

/// A thread sets a report while another one adds points.
func setsTheReport() -> String {
    let board = ScoreBoard(), reports = Sum()
    together({ board.add(1, to: "Ann") }, { board.whenChanged { _, points in reports.add(points) } })
    board.add(1, to: "Ann")
    return [2, 3].contains(reports.value) ? right : "a report was set, and a later change was not reported"
}

/// Two boards merge each other.
func twoMerge() -> String {
    let one = ScoreBoard(), other = ScoreBoard()
    one.add(1, to: "Ann")
    other.add(2, to: "Ann")
    together({ one.merge(other) }, { other.merge(one) })
    let points = [one, other].map { $0.player(named: "Ann")?.points ?? 0 }
    if [[3, 3], [3, 5], [4, 3]].contains(points) { return right }
    return "two boards with 1 and 2 points merged each other, and then they had \(points[0]) and \(points[1])"
}

/// A board changes twice while it is merged into another one.
func mergesMeanwhile() -> String {
    let board = ScoreBoard(), other = ScoreBoard()
    other.add(1, to: "Ann")
    other.add(1, to: "Ben")
    together(
        { board.merge(other) },
        {
            other.add(1, to: "Ann")
            other.add(1, to: "Ben")
        })
    let points = ["Ann", "Ben"].map { board.player(named: $0)?.points ?? 0 }
    if [[1, 1], [2, 1], [2, 2]].contains(points) { return right }
    return "Ann got a point, and then Ben, while their board was merged: Ann's was missing there, and Ben's was not"
}

/// Two threads use a board each.
func twoBoards() -> String {
    let one = ScoreBoard(), other = ScoreBoard()
    together({ one.add(1, to: "Ann") }, { other.add(1, to: "Ann") })
    let points = [one, other].map { $0.best?.points ?? 0 }
    return points == [1, 1] ? right : "two boards got one point each, and had \(points[0]) and \(points[1])"
}

func allowed(_ outcome: String) -> Bool { outcome == right }

private let right = "right"

private func together(_ one: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void) {
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread, execute: one)
    other()
    thread.wait()
}

private final class Sum: Sendable {
    private let sum = Atomic(0)
    var value: Int { sum.load(ordering: .relaxed) }
    func add(_ number: Int) { sum.add(number, ordering: .relaxed) }
}
