/// A schedule: which task goes next at each step. It leads to the same end each time it is
/// replayed.
///
/// By default the running task goes on as long as it can, and then the task that was created first.
/// A schedule lists the departures from that.
public struct Schedule: Hashable, Sendable {
    /// A step at which another task goes on than by default.
    public struct Departure: Hashable, Sendable, BitwiseCopyable {
        /// The number of steps made before.
        public var step: Int
        /// The task's number, in the order of creation.
        public var task: Int

        /// A departure made of its parts.
        public init(step: Int, task: Int) {
            self.step = step
            self.task = task
        }
    }

    /// In the order of their steps.
    public var departures: [Departure]
    /// The addresses of the accesses to memory that count as steps, because they are in a data
    /// race.
    public var places: [UInt]
    /// Whether places where the runtime needs a Swift task's status lock are steps (TaskStatusLocks.swift).
    var ordersResumptions = false
    /// The departures at which the running task could have gone on.
    public internal(set) var preemptions = 0
    public internal(set) var steps = 0
    /// The task of every step, if the departures are not known yet.
    var choices: [UInt8] = []

    /// A schedule made of its parts, as a token has them.
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
