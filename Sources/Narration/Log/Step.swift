import Trace

/// The role of a stretch of a line, from which its colour follows.
public enum Role: Sendable {
    case number
    case time
    /// The queue, thread or object that is the subject of the sentence.
    case subject
    case text
    /// The line in the source.
    case place
    /// A sentence about something that went wrong.
    case warning
    /// A bug that the lab set out to show, and reproduced.
    case bug
    // Source: a keyword, a string, a number.
    case keyword
    case string
    case literal
}

/// One sentence of the step log: what happened, and why.
public struct Step: Equatable, Sendable {
    /// From 1; the same for the same trace, whichever part is shown.
    public var number: Int
    /// Index of the event that the sentence describes; the trace's event count for an item, wait or
    /// task that never ended.
    public var event: Int
    /// Nanoseconds since the trace's start (explorer: steps).
    public var time: Int64
    /// The queue, thread or object that it is about: "photoQueue".
    public var subject: String
    /// "barrier add(_:) #3 starts; it waited 0.31 ms for 2 items to end".
    public var text: String
    /// The line of source that it is about: the call, or the closure that runs; where the trace knows it.
    public var source: Trace.Place.Location?
    /// Something went wrong, or never finished.
    public var isWarning: Bool

    /// "PhotoLibrary.swift:14".
    public var place: String? { source.flatMap(Names.place) }

    /// The sentence as one line, without number and time.
    public var sentence: String { "\(subject): \(text)" + (place.map { "  (\($0))" } ?? "") }
}

/// A stretch of a line with its role.
public struct Span: Equatable, Sendable {
    public var role: Role
    public var text: String
    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}
