import Words

/// An attempt could not be graded. (A wrong attempt is not an error: it gets a grade.)
public typealias GradingError = ExplainedError

extension ExplainedError.Code {
    public static let missing = Self(rawValue: "missing")
    public static let noCompiler = Self(rawValue: "noCompiler")
    public static let checksDoNotBuild = Self(rawValue: "checksDoNotBuild")
    public static let badDeclaration = Self(rawValue: "badDeclaration")
    public static let notRecorded = Self(rawValue: "notRecorded")
}
