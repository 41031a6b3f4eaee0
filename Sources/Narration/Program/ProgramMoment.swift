import Trace

/// The program after one sentence of the log: the line of each thread, and the values of its variables, locks and counters.
///
/// It is a value that knows no terminal. The stepper, its plain text and its JSON draw it.
public struct ProgramMoment: Equatable, Sendable {
    /// A thread and its present line.
    public struct Thread: Equatable, Sendable {
        /// Its index among the lanes of the trace.
        public var lane: Int
        public var name: String
        /// The line that it is at.
        public var source: Trace.Place.Location
        /// Whether the sentence is about a step of this thread.
        public var isMoving: Bool
        /// Whether it waits.
        public var isBlocked: Bool
        /// Whether it is a Swift task that is suspended: then no thread is blocked.
        public var isSuspended = false
    }

    /// A variable, a lock or a counter.
    public struct Value: Equatable, Sendable {
        public enum Kind: Sendable { case variable, lock, counter }
        public var kind: Kind
        public var name: String
        /// "100", "held by thread 1"; "?" if it cannot be read.
        public var text: String
        /// The value before the step, if the step changes it.
        public var before: String?
        /// How the step accesses it; nil: it does not.
        public var access: VariableValue.Access?
        /// Whether this access is part of a data race.
        public var isRacing = false
        /// When it was last accessed, or changed its state.
        public var time: Int64
        /// The number of the variable.
        var variable: UInt64?
        /// The lock or the counter: index into `Trace.objects`.
        var object: Int?

        /// "100 → 20"; of a counter "count 1 → 2".
        public var words: String {
            guard let before else { return text }
            let number = text.split(separator: " ").last.map(String.init) ?? text
            let isNumber = kind == .counter && Int(number) != nil && text.dropLast(number.count) == before.prefix(text.count - number.count)
            return "\(before) → \(isNumber ? number : text)"
        }
        /// Whether the step has something to do with it.
        public var isTouched: Bool { before != nil || access != nil }
    }

    /// The threads that have begun and whose line is known, in the order of their numbers.
    public var threads: [Thread]
    /// In the order of their first use. A value that was not used yet is not here.
    public var values: [Value]

    public var moving: Thread? { threads.first(where: \.isMoving) }
}
