import Dispatch
import ExerciseChecks
import Glibc
import Synchronization

/// One thread adds points, and reads them.
func countsPoints() -> Mistake? {
    let board = ScoreBoard()
    if board.best != nil || board.player(named: "Ann") != nil { return Mistake("A new board had a player.", at: "var best") }
    let reports = Reports()
    board.add(1, to: "Ann")
    board.whenChanged { reports.add($0, $1) }
    board.add(4, to: "Ben")
    board.add(2, to: "Ann")
    board.add(2, to: "Cem")
    if let mistake = differs(board, ["Ann": 3, "Ben": 4, "Cem": 2], best: "Ben", "Four times, points were added") { return mistake }
    board.add(1, to: "Ann")
    if let mistake = differs(board, ["Ann": 4, "Ben": 4, "Cem": 2], best: "Ann", "Two players had the most points") { return mistake }
    board.add(-9, to: "Ann")
    if let mistake = differs(board, ["Ann": -5, "Ben": 4, "Cem": 2], best: "Ben", "Points were subtracted") { return mistake }
    let right = ["Ben 4", "Ann 3", "Cem 2", "Ann 4", "Ann -5"]
    guard reports.all == right else {
        return Mistake(
            "After `whenChanged`, points were added five times. The reports were \(reports.all) instead of \(right).", verdict: "missing",
            at: "report")
    }
    return decidesByName() ?? reportsInItsThread()
}

/// The thread of a report.
private func reportsInItsThread() -> Mistake? {
    let board = ScoreBoard(), reports = Reports(), caller = pthread_self()
    board.whenChanged { _, _ in reports.add("in the right thread:", pthread_equal(caller, pthread_self()) == 0 ? 0 : 1) }
    board.add(1, to: "Ann")
    return reports.all == ["in the right thread: 1"]
        ? nil
        : Mistake(
            "Points were added. The report did not come in the thread that called `add`, before this call returned.", verdict: "missing",
            at: "report", try: "call the report in `add` itself.")
}

/// Twelve players with the same points. Each best player loses a point, so the next name is the best.
private func decidesByName() -> Mistake? {
    let board = ScoreBoard()
    let names = ["Eda", "Kim", "Ann", "Hal", "Cem", "Leo", "Fay", "Ben", "Jan", "Dan", "Ida", "Gil"]
    for name in names { board.add(3, to: name) }
    for (count, name) in names.sorted().dropLast().enumerated() {
        let best: String? = board.best?.name
        guard best == name else {
            return Mistake(
                "\(names.count - count) players had the most points. The best player was \(best ?? "missing"), not \(name).",
                at: "var best", try: adviceForBest)
        }
        board.add(-1, to: name)
    }
    return nil
}

/// Players that are returned, and changed later.
func returnsSnapshots() -> Mistake? {
    let board = ScoreBoard()
    board.add(3, to: "Ann")
    guard let named = board.player(named: "Ann"), let best = board.best else {
        return Mistake("A player had points, and was not found.", verdict: "missing")
    }
    board.add(4, to: "Ann")
    let points: [Int] = [named.points, best.points]
    guard points == [3, 3] else {
        return Mistake(
            "A player had 3 points, and was returned. Then 4 points were added, and the returned player had \(points[0] == 3 ? points[1] : points[0]).",
            at: points[0] == 3 ? "var best" : "func player")
    }
    return nil
}

/// Reports that call the board: directly, and on another thread that the report waits for.
func reportsOutsideTheLock() -> Mistake? {
    for isOnAnotherThread in [false, true] {
        let board = ScoreBoard(), reports = Reports()
        board.whenChanged { name, points in
            reports.add(name, points)
            let calls: @Sendable () -> Void = {
                guard name == "Ann" else { return }
                _ = board.best
                _ = board.player(named: "Ben")
                board.add(points, to: "Ben")
            }
            if isOnAnotherThread { onItsOwnThread(calls) } else { calls() }
        }
        let thread = ProbeThread("caller of add") { _ in board.add(2, to: "Ann") }
        let standing = thread.settle()
        guard standing == .returned else {
            return Mistake(
                "The report \(isOnAnotherThread ? "waited for another thread that called the board" : "called the board"). The call of `add` did not return.",
                verdict: standing == .asleep ? "deadlock" : "spins")
        }
        guard reports.all == ["Ann 2", "Ben 2"] else {
            return Mistake(
                "The report called `add`. The reports were \(reports.all) instead of [\"Ann 2\", \"Ben 2\"].", verdict: "wrongResult")
        }
    }
    return nil
}

/// A board that is added to another one, and to itself.
func mergesBoards() -> Mistake? {
    let board = ScoreBoard(), other = ScoreBoard(), reports = Reports()
    board.add(1, to: "Ann")
    other.add(2, to: "Ann")
    other.add(5, to: "Ben")
    other.add(0, to: "Dan")
    board.whenChanged { reports.add($0, $1) }
    guard ProbeThread("caller of merge", { _ in board.merge(other) }).settle() == .returned else {
        return Mistake("A board was merged into another one. The call did not return.", verdict: "deadlock")
    }
    if let mistake = differs(board, ["Ann": 3, "Ben": 5], best: "Ben", "A board was merged into another one") { return mistake }
    guard board.player(named: "Dan") != nil, reports.all.sorted() == ["Ann 3", "Ben 5", "Dan 0"] else {
        return Mistake(
            "A board with three players was merged into another one. One of the three had 0 points. The reports were \(reports.all).",
            verdict: "missing", try: "call `add` once for each player of the other board, also for one with 0 points.")
    }
    guard ProbeThread("caller of merge", { _ in board.merge(board) }).settle() == .returned else {
        return Mistake("A board was merged into itself. The call did not return.", verdict: "deadlock")
    }
    return differs(board, ["Ann": 6, "Ben": 10], best: "Ben", "A board was merged into itself")
}

private func differs(_ board: ScoreBoard, _ right: [String: Int], best: String, _ situation: String) -> Mistake? {
    for (name, points) in right.sorted(by: { $0.key < $1.key }) {
        let found: Int? = board.player(named: name)?.points
        if found != points {
            return Mistake("\(situation). After that, \(name) had \(found.map(String.init) ?? "no") points instead of \(points).")
        }
    }
    let name: String? = board.best?.name
    guard name != best else { return nil }
    return Mistake(
        "\(situation). After that, the best player was \(name ?? "missing"), not \(best).", at: "var best", try: adviceForBest)
}

private let adviceForBest = "the best player has the most points. If several have as many, the name that comes first decides."

/// Runs the body on a thread of its own, and waits for it.
private func onItsOwnThread(_ body: @escaping @Sendable () -> Void) {
    let end = DispatchSemaphore(value: 0)
    _ = ProbeThread("called by a report") { _ in
        body()
        end.signal()
    }
    end.wait()
}

private final class Reports: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ name: String, _ points: Int) { list.withLock { $0.append("\(name) \(points)") } }
    var all: [String] { list.withLock { $0 } }
}
