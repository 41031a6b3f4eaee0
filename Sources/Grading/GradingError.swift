/// Why an attempt could not be graded: what is wrong, where, and what to do. (A wrong attempt is
/// not an error: it gets a grade.)
public struct GradingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of trouble. Open: more codes can be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let unreadable = Code(rawValue: "unreadable")
        public static let missing = Code(rawValue: "missing")
        public static let noCompiler = Code(rawValue: "noCompiler")
        public static let checksDoNotBuild = Code(rawValue: "checksDoNotBuild")
        public static let noRoom = Code(rawValue: "noRoom")
        public static let interrupted = Code(rawValue: "interrupted")
        public static let badDeclaration = Code(rawValue: "badDeclaration")
        public static let notRecorded = Code(rawValue: "notRecorded")
    }

    public var code: Code
    public var message: String
    public var cure: String

    init(_ code: Code, _ message: String, try cure: String) {
        self.code = code
        self.message = message
        self.cure = cure
    }

    public var description: String { cure.isEmpty ? message : "\(message) \(cure)" }
}
