import Words

extension ExplainedError.Code {
    /// The file has no bytes.
    public static let empty = Self(rawValue: "empty")
    /// The file is something else than a trace.
    public static let notATrace = Self(rawValue: "notATrace")
    /// The file ends inside its header.
    public static let truncated = Self(rawValue: "truncated")
    /// The file was written by a version that this one does not know.
    public static let unknownVersion = Self(rawValue: "unknownVersion")
    /// A number in the header cannot be right.
    public static let invalidHeader = Self(rawValue: "invalidHeader")
    /// The file holds more than a reader can take.
    public static let tooLarge = Self(rawValue: "tooLarge")
}
