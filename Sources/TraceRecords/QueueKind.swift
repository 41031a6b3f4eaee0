/// The kind of an executor of items, in the order of the numbers in `Format.md`.
public enum QueueKind: Int, Sendable { case serial, concurrent, main, global, operation, actor, processor }
