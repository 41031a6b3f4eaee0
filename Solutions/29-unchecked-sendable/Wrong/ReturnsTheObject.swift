// Refused by: a returned player is a snapshot
// Verdict: wrongResult
// Points: at most 8
// Says: also after it was returned
// Because: every method uses the lock, but the caller gets the object that the next call of `add` changes.
import Foundation

final class Player {
    let name: String
    var points = 0

    init(name: String) { self.name = name }
}

final class ScoreBoard: @unchecked Sendable {
    private let lock = NSLock()
    private var players: [String: Player] = [:]
    private var report: (@Sendable (_ name: String, _ points: Int) -> Void)?

    init() {}

    func whenChanged(_ report: @escaping @Sendable (_ name: String, _ points: Int) -> Void) {
        lock.withLock { self.report = report }
    }

    func add(_ points: Int, to name: String) {
        let (new, report) = lock.withLock {
            let player = players[name] ?? Player(name: name)
            player.points += points
            players[name] = player
            return (player.points, self.report)
        }
        report?(name, new)
    }

    func player(named name: String) -> Player? { lock.withLock { players[name] } }

    var best: Player? {
        lock.withLock { players.values.min { ($1.points, $0.name) < ($0.points, $1.name) } }
    }

    func merge(_ other: ScoreBoard) {
        let all = other.lock.withLock { other.players.values.map { ($0.name, $0.points) } }
        for (name, points) in all { add(points, to: name) }
    }
}
