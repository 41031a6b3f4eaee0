import Game
import System

/// The level of a game, and the next step after it.
struct GameLesson {
    let number: Int
    /// The number of levels.
    let count: Int
    let level: Level

    var name: String { "Level \(number): \(level.title)" }
    var opening: String { level.opening.joined(separator: " ") }

    /// After the level was won.
    var closing: String {
        let next = number < count ? " The next level: \(Invocation.interleave) play \(number + 1)" : ""
        return "\(level.closing) To learn more: \(level.nextCommand(Invocation.interleave)).\(next)"
    }
}
