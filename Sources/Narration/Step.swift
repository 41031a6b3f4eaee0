import Trace

/// What a stretch of a line is, for whoever gives it a colour.
public enum Role: Sendable {
    case number
    case time
    /// The queue, thread or object that the sentence is about.
    case subject
    case text
    /// The line in the source.
    case place
    /// A sentence about something that went wrong.
    case warning
    /// A bug that was to be shown, and showed.
    case bug
}

/// One sentence of the step log: what happened, and why.
public struct Step: Equatable, Sendable {
    /// From 1; the same for the same trace, whatever is shown of it.
    public var number: Int
    /// Index of the event that the sentence tells; the trace's event count for what never ended.
    public var event: Int
    /// Nanoseconds since the trace's start (explorer: steps).
    public var time: Int64
    /// The queue, thread or object that it is about: "photoQueue".
    public var subject: String
    /// "barrier add(_:) #3 starts; it waited 0.31 ms for 2 items to end".
    public var text: String
    /// The line of source that it is about: the call, or the closure that runs; where the trace knows it.
    public var source: Trace.Place.Location?
    /// Something went wrong, or never ended.
    public var isWarning: Bool

    /// "PhotoLibrary.swift:14".
    public var place: String? { source.flatMap(Names.place) }

    /// The sentence as one line, without number and time.
    public var sentence: String { "\(subject): \(text)" + (place.map { "  (\($0))" } ?? "") }
}

/// A stretch of a line, and what it is.
public struct Span: Equatable, Sendable {
    public var role: Role
    public var text: String
    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }
}
