import Foundation

/// A player of a game.
final class Player {
    let name: String
    var points = 0

    init(name: String) {
        self.name = name
    }
}

/// The points of all players. Any thread can call it: a lock protects it.
final class ScoreBoard: @unchecked Sendable {
    private let lock = NSLock()
    private var players: [String: Player] = [:]
    private var report: (@Sendable (_ name: String, _ points: Int) -> Void)?

    init() {}

    /// From now on, `report` is called after each change, with the new points of the player.
    func whenChanged(_ report: @escaping @Sendable (_ name: String, _ points: Int) -> Void) {
        self.report = report
    }

    /// Adds points to those of a player. The first call for a name makes the player.
    func add(_ points: Int, to name: String) {
        lock.lock()
        defer { lock.unlock() }
        let player = players[name] ?? Player(name: name)
        player.points += points
        players[name] = player
        report?(name, player.points)
    }

    /// The player with this name; nil if there is none.
    func player(named name: String) -> Player? {
        lock.withLock { players[name] }
    }

    /// The player with the most points, of several the one whose name comes first; nil if there is none.
    var best: Player? {
        players.values.min { ($1.points, $0.name) < ($0.points, $1.name) }
    }

    /// Adds the points of all players of another board.
    func merge(_ other: ScoreBoard) {
        for player in other.players.values { add(player.points, to: player.name) }
    }
}
