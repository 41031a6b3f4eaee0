/// What a program that explores itself is asked to do, by whoever starts it.
public struct ExplorationOrder: Sendable, Codable {
    /// How far to go, and how.
    public var options = ExplorationOptions()
    /// Bytes of memory, at most.
    public var memory = 4 << 30
    /// A path to go once more; nil: all are to be gone.
    public var path: ExplorationReport.Path?
    /// The only folder in which the program may change files; nil: it may wherever its user may.
    public var folder: String?

    /// The file that the program finds as its standard input; nil: nothing is there to be read.
    public var input: String?

    /// All ways, with the usual limits.
    public init() {}
}
