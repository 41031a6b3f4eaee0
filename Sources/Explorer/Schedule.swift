/// A way through a program: who goes next at each step. It leads to the same end each time it is replayed.
///
/// Whoever runs goes on as long as it can, then the one that was created first; a schedule says where it is otherwise.
public struct Schedule: Hashable, Sendable {
    /// A step at which another task goes on than would by itself.
    public struct Departure: Hashable, Sendable, BitwiseCopyable {
        /// How many steps have been made before.
        public var step: Int
        /// The task's number, in the order of creation.
        public var task: Int

        /// Made of its parts.
        public init(step: Int, task: Int) {
            self.step = step
            self.task = task
        }
    }

    /// In the order of their steps.
    public var departures: [Departure]
    /// The addresses of the accesses to memory that count as steps, because they take part in a race.
    public var places: [UInt]
    /// Of the departures, those at which the task that ran could have gone on.
    public internal(set) var preemptions = 0
    public internal(set) var steps = 0
    /// The task of every step, where the departures are not known yet.
    var choices: [UInt8] = []

    /// Made of its parts, as a token tells them.
    public init(departures: [Departure], places: [UInt]) {
        self.departures = departures
        self.places = places
    }

    init(choices: [UInt8], places: [UInt]) {
        departures = []
        self.choices = choices
        self.places = places
    }
}
