import Glibc
import Words

extension ExplainedError.Code {
    public static let notExecutable = Self(rawValue: "notExecutable")
    public static let cannotOpen = Self(rawValue: "cannotOpen")
    public static let cannotWatch = Self(rawValue: "cannotWatch")
}

extension ExplainedError {
    /// The error for a program that the kernel did not start, with its reason.
    public static func cannotStart(_ program: String, errno code: Int32) -> ExplainedError {
        switch code {
        case ENOENT, ENOTDIR:
            ExplainedError(
                .notFound, "There is no program \(program).",
                cure: "Check the path. Write a program in the current folder as ./\(program.split(separator: "/").last ?? "").")
        case EACCES, ENOEXEC:
            ExplainedError(
                .notExecutable, "\(program) cannot be run: \(String(cString: strerror(code))).",
                cure: "Name a program that was built for this machine, and that you can execute (chmod +x).")
        default:
            ExplainedError(
                .cannotStart, "\(program) could not be started: \(String(cString: strerror(code))).",
                cure: "Free some memory or end other programs, then try again.")
        }
    }

    static func notBuilt(_ message: String, cure: String) -> ExplainedError {
        ExplainedError(.notBuilt, message, cure: cure)
    }

    static func cannotOpen(_ path: String, errno code: Int32) -> ExplainedError {
        ExplainedError(
            .cannotOpen, "The file \(path) cannot be opened: \(String(cString: strerror(code))).",
            cure: "Name a file in a folder that you can write to.")
    }

    static func cannotWatch(_ program: String, errno code: Int32) -> ExplainedError {
        ExplainedError(
            .cannotWatch, "\(program) was started but cannot be waited for: \(String(cString: strerror(code))).",
            cure: "Linux 5.3 or later is needed (pidfd_open). In a container, allow that call.")
    }
}
