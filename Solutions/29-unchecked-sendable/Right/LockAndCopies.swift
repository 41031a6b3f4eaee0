// `NSLock`, and a player that is a class whose objects never change.
import Foundation

final class Player: Sendable {
    let name: String
    let points: Int

    init(name: String, points: Int) { (self.name, self.points) = (name, points) }
}

final class ScoreBoard: @unchecked Sendable {
    private let lock = NSLock()
    private var players: [String: Player] = [:]
    private var report: (@Sendable (String, Int) -> Void)?

    init() {}

    func whenChanged(_ report: @escaping @Sendable (_ name: String, _ points: Int) -> Void) {
        lock.withLock { self.report = report }
    }

    func add(_ points: Int, to name: String) {
        lock.lock()
        let new = Player(name: name, points: points + (players[name]?.points ?? 0))
        players[name] = new
        let report = report
        lock.unlock()
        report?(name, new.points)
    }

    func player(named name: String) -> Player? { lock.withLock { players[name] } }

    private var all: [Player] { lock.withLock { Array(players.values) } }

    var best: Player? { all.min { ($1.points, $0.name) < ($0.points, $1.name) } }

    func merge(_ other: ScoreBoard) {
        for player in other.all { add(player.points, to: player.name) }
    }
}
