// A serial queue for each board. The report is called after the block has ended.
import Dispatch

struct Player: Sendable {
    let name: String
    var points: Int
}

final class ScoreBoard: @unchecked Sendable {
    private let queue = DispatchQueue(label: "score board")
    private var points: [String: Int] = [:]
    private var report: (@Sendable (String, Int) -> Void)?

    init() {}

    func whenChanged(_ report: @escaping @Sendable (_ name: String, _ points: Int) -> Void) {
        queue.sync { self.report = report }
    }

    func add(_ points: Int, to name: String) {
        let (report, new) = queue.sync {
            self.points[name, default: 0] += points
            return (self.report, self.points[name] ?? 0)
        }
        report?(name, new)
    }

    func player(named name: String) -> Player? {
        queue.sync { points[name] }.map { Player(name: name, points: $0) }
    }

    var best: Player? {
        let all = queue.sync { points }
        return all.map { Player(name: $0.key, points: $0.value) }.min { ($1.points, $0.name) < ($0.points, $1.name) }
    }

    func merge(_ other: ScoreBoard) {
        for (name, points) in other.queue.sync(execute: { other.points }) { add(points, to: name) }
    }
}
