/// The choices of a game, and the moments that the player can go back to.
///
/// A moment is a number of steps. Only the longest line of steps is kept: an earlier moment is a beginning of it.
public struct GameLine: Hashable, Sendable {
    /// The thread of each step, up to the latest moment that is known.
    public private(set) var steps: [Int]
    /// The numbers of steps at which the player had a choice, and the end; in rising order, at least one.
    public private(set) var moments: [Int]
    /// The present one.
    public private(set) var index: Int

    /// A game at its first choice.
    /// - Parameter steps: those that come before it, because they leave no choice.
    public init(first steps: [Int] = []) {
        self.steps = steps
        moments = [steps.count]
        index = 0
    }

    /// A game at the end of a schedule.
    /// - Parameter open: the steps at which another thread could have gone on, too.
    public init(whole steps: [Int], open: [Int]) {
        self.steps = steps
        moments = open.filter { $0 < steps.count } + [steps.count]
        index = moments.count - 1
    }

    /// The choices that lead to the present moment.
    public var choices: [Int] { Array(steps.prefix(moments[index])) }
    public var canUndo: Bool { index > 0 }
    public var canRedo: Bool { index < moments.count - 1 }

    /// The player has gone on from the present moment.
    /// - Parameter steps: all steps from the beginning. The choices that were taken back before are forgotten.
    public mutating func goOn(to steps: [Int]) {
        moments.removeSubrange((index + 1)...)
        self.steps = steps
        moments.append(steps.count)
        index += 1
    }

    public mutating func undo() { if canUndo { index -= 1 } }
    public mutating func redo() { if canRedo { index += 1 } }
    public mutating func restart() { index = 0 }

    /// The latest earlier moment at which something was still possible, by halving: what is possible at a moment is possible before it.
    /// - Parameter isPossible: asked with the choices that lead to a moment; nil: not known.
    /// - Returns: the number of the moment; nil: there is none, or it is not known.
    public func lastMoment(where isPossible: ([Int]) throws -> Bool?) rethrows -> Int? {
        var low = -1, high = index
        while high - low > 1 {
            let middle = (low + high) / 2
            guard let answer = try isPossible(Array(steps.prefix(moments[middle]))) else { return nil }
            if answer { low = middle } else { high = middle }
        }
        return low < 0 ? nil : low
    }
}
