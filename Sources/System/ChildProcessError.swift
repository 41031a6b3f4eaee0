import Glibc

/// The reason why a program could not be started, with the place and a remedy.
public struct ChildProcessError: Error, Equatable, CustomStringConvertible {
    /// The kind of error, for programs.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let notFound = Code(rawValue: "notFound")
        public static let notExecutable = Code(rawValue: "notExecutable")
        public static let cannotStart = Code(rawValue: "cannotStart")
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        public static let cannotWatch = Code(rawValue: "cannotWatch")
        public static let notBuilt = Code(rawValue: "notBuilt")
    }

    public var code: Code
    public var message: String
    public var cure: String

    public var description: String { "\(message) \(cure)" }

    /// The error for a program that the kernel did not start, with its reason.
    public static func cannotStart(_ program: String, errno code: Int32) -> ChildProcessError {
        switch code {
        case ENOENT, ENOTDIR:
            ChildProcessError(
                code: .notFound, message: "There is no program \(program).",
                cure: "Check the path. Write a program in the current folder as ./\(program.split(separator: "/").last ?? "").")
        case EACCES, ENOEXEC:
            ChildProcessError(
                code: .notExecutable, message: "\(program) cannot be run: \(String(cString: strerror(code))).",
                cure: "Name a program that was built for this machine, and that you can execute (chmod +x).")
        default:
            ChildProcessError(
                code: .cannotStart, message: "\(program) could not be started: \(String(cString: strerror(code))).",
                cure: "Free some memory or end other programs, then try again.")
        }
    }

    static func notBuilt(_ message: String, cure: String) -> ChildProcessError {
        ChildProcessError(code: .notBuilt, message: message, cure: cure)
    }

    static func cannotOpen(_ path: String, errno code: Int32) -> ChildProcessError {
        ChildProcessError(
            code: .cannotOpen, message: "The file \(path) cannot be opened: \(String(cString: strerror(code))).",
            cure: "Name a file in a folder that you can write to.")
    }

    static func cannotWatch(_ program: String, errno code: Int32) -> ChildProcessError {
        ChildProcessError(
            code: .cannotWatch, message: "\(program) was started but cannot be waited for: \(String(cString: strerror(code))).",
            cure: "Linux 5.3 or later is needed (pidfd_open). In a container, allow that call.")
    }
}
