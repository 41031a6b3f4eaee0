import FoundationEssentials

/// The environment of a process that runs a student's code.
public enum AttemptEnvironment {
    /// The names that pass: where libraries and commands are, the language, and the time zone. The others are the teacher's own, and
    /// can hold passwords.
    private static let passed: Set = ["PATH", "LD_LIBRARY_PATH", "LANG", "LANGUAGE", "TZ"]

    /// This process's variables that a student's code can see.
    public static var variables: [String: String] { variables(of: ProcessInfo.processInfo.environment) }

    static func variables(of all: [String: String]) -> [String: String] {
        all.filter { passed.contains($0.key) || $0.key.hasPrefix("LC_") }
    }
}
