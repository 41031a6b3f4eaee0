/// Decides who goes next, step by step, and which executions there are to make.
///
/// Everything that chooses schedules but the reduced search is one: bounded search, search by dice, a schedule that is gone again, a person.
/// (A class to inherit from, because it is asked at every step: what a protocol hides is retained and released each time.)
class Guide {
    /// Who goes next, of those who can; -1: the way that is to be gone does not exist.
    /// - Parameters:
    ///   - current: who has gone so far.
    ///   - pending: what each task will do next.
    func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        enabled.contains(current) ? current : enabled.first
    }
    /// Goes over to the next execution; false: there is none.
    func advance() -> Bool { false }
    /// The steps are others now, since more accesses to memory count: what was learnt of them is to be forgotten.
    func beginAnew() {}
}

/// Goes a given way once more: the same choices, or departures from what would happen by itself.
final class GivenWay: Guide {
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

/// Random numbers that are the same each time for the same seed (SplitMix64: Steele, Lea, Flood 2014).
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

    /// A number below a bound, which is small beside 2^64.
    @inline(__always)
    mutating func next(below bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }
}
