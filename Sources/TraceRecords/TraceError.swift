/// The reason why a file could not be read as a trace, or a trace could not be written, with the
/// place and a remedy.
public struct TraceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of error. Open: more codes can be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file does not exist.
        public static let notFound = Code(rawValue: "notFound")
        /// The system refused to read the file, or it is not a regular file.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The file has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// The file is something else.
        public static let notATrace = Code(rawValue: "notATrace")
        /// The file ends inside its header.
        public static let truncated = Code(rawValue: "truncated")
        /// The file was written by a version that this one does not know.
        public static let unknownVersion = Code(rawValue: "unknownVersion")
        /// A number in the header cannot be right.
        public static let invalidHeader = Code(rawValue: "invalidHeader")
        /// The file holds more than a reader can take.
        public static let tooLarge = Code(rawValue: "tooLarge")
        /// The file cannot be written to.
        public static let unwritable = Code(rawValue: "unwritable")
    }

    public var code: Code
    /// The error, as a sentence.
    public var message: String
    /// The offset in the file at which it was noticed.
    public var byte: Int?
    /// The remedy, as a sentence.
    public var cure: String
    /// The file, when it has a path.
    public var path: String?

    public init(_ code: Code, _ message: String, byte: Int? = nil, cure: String, path: String? = nil) {
        self.code = code
        self.message = message
        self.byte = byte
        self.cure = cure
        self.path = path
    }

    public var description: String {
        let place = path.map { "\($0): " } ?? ""
        return "\(place)\(message)\n\(cure)"
    }
}
