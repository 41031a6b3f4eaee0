import CInterposition

/// The task-local values of the task that calls an exploration, such as the running test.
public struct TaskValues: Sendable {
    private let identity: UInt

    /// Those of the calling thread's task. The thread must be the one that explores.
    public init() { identity = interleave_thread_identity() }

    /// Whether the caller is explored code.
    public static var isExplored: Bool { interleave_is_explored() }

    /// The next task that the explored function creates inherits them.
    public func inherit() { interleave_inherit_from(identity) }
}
