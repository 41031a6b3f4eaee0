/// The request to a program that explores itself.
public struct ExplorationRequest: Sendable, Codable {
    /// The limits and choices.
    public var options = ExplorationOptions()
    /// The limit of memory, in bytes.
    public var memory = 4 << 30
    /// A path to replay; nil: explores all.
    public var path: ExplorationReport.Path?
    /// The only folder in which the program may change files; nil: no restriction beyond the user's
    /// own.
    public var folder: String?

    /// A word that the report begins with, so that explored code cannot write a report itself: it does
    /// not know the word.
    public var secret = ""

    /// The file for the program's standard input; nil: empty.
    public var input: String?

    /// The pipe on which a player's questions come; nil: explores or replays.
    public var seat: Seat?

    /// A player's pipe, and what counts as a step in the game.
    public struct Seat: Sendable, Codable {
        /// The path of a named pipe.
        public var pipe: String
        /// As the paths of the search have them.
        public var places: [UInt]
        public var ordersResumptions: Bool

        /// Made of its parts.
        public init(pipe: String, places: [UInt], ordersResumptions: Bool) {
            self.pipe = pipe
            self.places = places
            self.ordersResumptions = ordersResumptions
        }
    }

    /// A real run instead of an exploration; nil: explores.
    public var chaos: ChaosOrder?

    /// A full exploration with the usual limits.
    public init() {}
}
