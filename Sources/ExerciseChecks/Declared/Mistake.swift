/// A mistake that a check of an exercise's `Checks.swift` has found in an attempt.
public struct Mistake: Codable, Equatable, Sendable {
    /// The event and its cause, in sentences.
    public var what: String
    /// The kind of mistake, such as "tooEarly"; nil: the kind that `exercise.json` declares.
    public var verdict: String?
    /// Words of the attempt's line to look at, such as "func add"; nil if no single line is the cause.
    public var place: String?
    /// The advice; nil: the one that `exercise.json` declares.
    public var cure: String?

    public init(_ what: String, verdict: String? = nil, at place: String? = nil, try cure: String? = nil) {
        self.what = what
        self.verdict = verdict
        self.place = place
        self.cure = cure
    }
}
