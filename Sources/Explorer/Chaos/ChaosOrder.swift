/// The order for a real run of the program: its delays.
public struct ChaosOrder: Sendable, Codable {
    /// Chooses the delays.
    public var seed: UInt64
    /// How many delays there are; 0: none.
    public var delays = 0
    /// The places of the program at which a delay can be, as offsets in its file; empty: every place.
    public var places: [UInt] = []
    /// How many steps an earlier run made at these places.
    public var steps = 0
    /// The file for the recording.
    public var trace: String
    /// The file for what the program writes to standard error, such as the words of a trap.
    public var errors: String
    /// The size of the recording, in bytes.
    public var traceSize = 32 << 20

    public init(seed: UInt64, trace: String, errors: String) {
        self.seed = seed
        self.trace = trace
        self.errors = errors
    }
}

/// Two steps at which threads met: the same memory or the same object, in this order.
public struct ChaosMeeting: Hashable, Sendable {
    /// Offsets in the program's file.
    public var earlier: UInt
    public var later: UInt

    public init(earlier: UInt, later: UInt) {
        self.earlier = earlier
        self.later = later
    }
}

/// Two accesses of a real run that nothing orders.
public struct ChaosRace: Hashable, Sendable {
    /// Offsets in the program's file.
    public var earlier: UInt
    public var later: UInt
    public var earlierWrites: Bool
    public var laterWrites: Bool

    public init(earlier: UInt, later: UInt, earlierWrites: Bool, laterWrites: Bool) {
        self.earlier = earlier
        self.later = later
        self.earlierWrites = earlierWrites
        self.laterWrites = laterWrites
    }
}

/// A real run tells such a note every time it sees something new: if the process ends in any way, the lines are there.
public enum ChaosNote: Equatable, Sendable {
    case meeting(ChaosMeeting)
    case race(ChaosRace)
    /// The number of steps at the chosen places, at the end.
    case steps(Int)
    /// The program will sleep or wait for at most this many seconds.
    case sleeps(Int)
    /// The run has more threads than the detector knows.
    case tooManyThreads
    /// The runtime of Swift's tasks does not tell what orders them, so no data race is reported.
    case noOrders

    /// The note as a line.
    public var text: String {
        switch self {
        case .meeting(let meeting): "chaos meeting \(meeting.earlier) \(meeting.later)"
        case .race(let race): "chaos race \(race.earlier) \(race.later) \(race.earlierWrites ? 1 : 0) \(race.laterWrites ? 1 : 0)"
        case .steps(let count): "chaos steps \(count)"
        case .sleeps(let seconds): "chaos sleeps \(seconds)"
        case .tooManyThreads: "chaos threads"
        case .noOrders: "chaos orders"
        }
    }

    /// - Returns: nil if the line is not such a note.
    public init?(_ line: String) {
        let words = line.split(separator: " "), numbers = words.dropFirst(2).compactMap { UInt($0) }
        guard words.count >= 2, words[0] == "chaos" else { return nil }
        switch (words[1], numbers.count) {
        case ("meeting", 2): self = .meeting(ChaosMeeting(earlier: numbers[0], later: numbers[1]))
        case ("race", 4):
            self = .race(
                ChaosRace(earlier: numbers[0], later: numbers[1], earlierWrites: numbers[2] == 1, laterWrites: numbers[3] == 1))
        case ("steps", 1): self = .steps(Int(numbers[0]))
        case ("sleeps", 1): self = .sleeps(Int(numbers[0]))
        case ("threads", 0): self = .tooManyThreads
        case ("orders", 0): self = .noOrders
        default: return nil
        }
    }
}
