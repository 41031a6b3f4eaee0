/// The names of modules that come with the compiler or the system: a program's own module cannot have one of them.
public enum SystemModules {
    private static let names: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Dispatch",
        "CDispatch", "Glibc", "Musl", "Android", "Bionic", "CRT", "Synchronization", "Distributed", "Observation", "Builtin", "Cxx",
        "CxxStdlib",
        "RegexBuilder", "Runtime", "Subprocess", "Testing", "XCTest", "StdlibUnittest", "Block", "BlocksRuntime", "CoreFoundation",
        "CFURLSessionInterface",
        "CFXMLInterface", "std", "os", "ucrt", "zlib", "Explorer", "ExplorerRuntime", "Trace", "TraceRecords", "CInterposition", "CProcess",
        // Words of the language, which are not names of modules.
        "actor", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
        "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
        "let",
        "main", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "Self",
        "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while", "Any", "Type",
        "Protocol",
    ]

    /// Whether a module of this name is one of them, or can be.
    public static func have(_ name: String) -> Bool { names.contains(name) || name.hasPrefix("_") || name.hasPrefix("Swift") }
}
