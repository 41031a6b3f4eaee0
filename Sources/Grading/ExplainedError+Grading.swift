import Words

extension ExplainedError.Code {
    public static let missing = Self(rawValue: "missing")
    public static let noCompiler = Self(rawValue: "noCompiler")
    public static let checksDoNotBuild = Self(rawValue: "checksDoNotBuild")
    public static let badDeclaration = Self(rawValue: "badDeclaration")
    public static let notRecorded = Self(rawValue: "notRecorded")
}
