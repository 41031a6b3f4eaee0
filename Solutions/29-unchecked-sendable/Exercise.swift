import Synchronization

/// A player of a game, at one moment.
struct Player {
    let name: String
    var points = 0
}

/// The points of all players. Any thread can call it.
final class ScoreBoard: Sendable {
    typealias Report = @Sendable (_ name: String, _ points: Int) -> Void

    /// Everything that can change: the compiler lets it be used only while the lock is held.
    private struct State {
        var players: [String: Player] = [:]
        var report: Report?
    }

    private let state = Mutex(State())

    init() {}

    /// From now on, `report` is called after each change, with the new points of the player.
    func whenChanged(_ report: @escaping Report) {
        state.withLock { $0.report = report }
    }

    /// Adds points to those of a player. The first call for a name makes the player.
    func add(_ points: Int, to name: String) {
        let (new, report) = state.withLock { state in
            state.players[name, default: Player(name: name)].points += points
            return (state.players[name]?.points ?? points, state.report)
        }
        // After the lock is released: the report can call this board.
        report?(name, new)
    }

    /// The player with this name; nil if there is none.
    func player(named name: String) -> Player? {
        state.withLock { $0.players[name] }
    }

    /// The player with the most points, of several the one whose name comes first; nil if there is none.
    var best: Player? {
        state.withLock { $0.players.values.min { ($1.points, $0.name) < ($0.points, $1.name) } }
    }

    /// Adds the points of all players of another board. Only one lock is held at a time.
    func merge(_ other: ScoreBoard) {
        let players = other.state.withLock { $0.players }
        for player in players.values { add(player.points, to: player.name) }
    }
}
