/// Chooses the task that goes next at each step, and the executions to be made.
///
/// Every way to choose schedules except the reduced search is a strategy: bounded search, random
/// search, replay, a person. (A class to inherit from, because it is called at every step: a value
/// of a protocol type is retained and released each time.)
class SchedulingStrategy {
    /// The choice that stops the execution here: a player is to choose.
    static let pauses = -2
    /// Chooses the next task among the enabled ones. Returns -1 if the schedule being replayed does
    /// not match this execution, and `pauses` to stop it.
    /// - Parameters:
    ///   - current: the running task.
    ///   - pending: the next operation of each task.
    func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        enabled.contains(current) ? current : enabled.first
    }
    /// Prepares the next execution; false: there is none.
    func advance() -> Bool { false }
    /// The steps have changed, since more accesses count: what was learned about them is forgotten.
    func beginAnew() {}
}

/// Replays a schedule: the same choices, or departures from the default.
final class ReplayStrategy: SchedulingStrategy {
    private let choices: [UInt8]
    private let departures: [Int: Int]
    private var step = 0

    init(_ schedule: Schedule) {
        choices = schedule.choices
        departures = Dictionary(schedule.departures.map { ($0.step, $0.task) }, uniquingKeysWith: { first, _ in first })
    }

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        defer { step += 1 }
        if step < choices.count { return Int(choices[step]) }
        if let other = departures[step], enabled.contains(other) { return other }
        return enabled.contains(current) ? current : enabled.first
    }

    override func beginAnew() { step = 0 }
}

/// Random numbers that are the same each time for the same seed (SplitMix64: Steele, Lea, Flood
/// 2014).
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    @inline(__always)
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    /// A number below a bound, which is small compared with 2^64.
    @inline(__always)
    mutating func next(below bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
}
