// Refused by: right in every interleaving
// Verdict: race
// Points: at least 6
// Because: the copy is made after the lock is released. It reads the object while another thread changes it.
import Foundation

struct Player {
    let name: String
    let points: Int
}

private final class Entry {
    let name: String
    var points = 0

    init(name: String) { self.name = name }

    var player: Player { Player(name: name, points: points) }
}

final class ScoreBoard: @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [String: Entry] = [:]
    private var report: (@Sendable (_ name: String, _ points: Int) -> Void)?

    init() {}

    func whenChanged(_ report: @escaping @Sendable (_ name: String, _ points: Int) -> Void) {
        lock.withLock { self.report = report }
    }

    func add(_ points: Int, to name: String) {
        let (new, report) = lock.withLock {
            let entry = entries[name] ?? Entry(name: name)
            entry.points += points
            entries[name] = entry
            return (entry.points, self.report)
        }
        report?(name, new)
    }

    func player(named name: String) -> Player? {
        let entry = lock.withLock { entries[name] }
        return entry?.player
    }

    var best: Player? {
        lock.withLock { entries.values.map(\.player).min { ($1.points, $0.name) < ($0.points, $1.name) } }
    }

    func merge(_ other: ScoreBoard) {
        let all = other.lock.withLock { other.entries.values.map(\.player) }
        for player in all { add(player.points, to: player.name) }
    }
}
