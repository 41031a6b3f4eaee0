/// The part of a run that was recorded, where the tracer was asked to leave something out.
///
/// Such a trace has all records of what was chosen. Nothing else is in it, so nothing is claimed about the rest.
public struct RecordedChoice: Equatable, Sendable {
    /// A kind of events that can be left out. The raw value is the name on the command line.
    public enum Kind: String, CaseIterable, Sendable {
        /// Items on dispatch queues, and what is done with these queues.
        case queues
        /// Foundation's operations and their queues.
        case operations
        /// Swift tasks and their stretches on threads.
        case tasks
        /// Turns of Swift actors.
        case actors
        /// Dispatch groups, and waits for them.
        case groups
        /// Dispatch semaphores, and waits for them.
        case semaphores
        /// Locks and conditions, and waits for them.
        case locks
        /// Blocks that run once: `static let` and globals.
        case once
        /// Dispatch sources and timers. (Their handlers are items on queues.)
        case sources
        /// Waits for the end of threads.
        case joins
        /// Sleeping threads.
        case sleeps
        /// Threads in calls into the kernel, such as `read`, that took 50 µs or more.
        case kernel

        /// Its bit in a trace's header.
        var bit: UInt32 { 1 << UInt32(Self.allCases.firstIndex(of: self) ?? 0) }
    }

    public var kinds: Set<Kind>
    /// Patterns for the labels of queues, with `*` for any characters; empty: all queues.
    public var queues: [String]

    public init(kinds: Set<Kind> = Set(Kind.allCases), queues: [String] = []) {
        self.kinds = kinds
        self.queues = queues
    }

    /// Everything was recorded.
    public static let all = RecordedChoice()

    public var isAll: Bool { self == .all }

    /// The bits of the kinds that were left out, as a trace's header has them.
    public var leftOut: UInt32 { Kind.allCases.reduce(0) { kinds.contains($1) ? $0 : $0 | $1.bit } }

    /// - Parameter leftOut: the bits of the kinds that were left out.
    package init(leftOut: UInt32, queues: [String]) {
        self.init(kinds: Set(Kind.allCases.filter { leftOut & $0.bit == 0 }), queues: queues)
    }

    /// Most bytes of all patterns together, with one more for each.
    public static let mostPatternBytes = 382
}
