import System
import Testing

/// Files that a test executes.
///
/// The kernel executes no file that any process can write to ("Text file busy"). A test process starts children all the time, and each child has,
/// for a moment, every file that is open here. So a process of its own writes the file, and has ended before the file is executed.
public enum ExecutableFile {
    /// Copies a program, or a folder with programs.
    public static func copy(_ source: String, to path: String) throws { try run("/bin/cp", ["-R", "--", source, path]) }

    /// Writes a script that can be executed.
    public static func write(_ text: String, to path: String) throws {
        try run("/bin/sh", ["-c", #"printf %s "$1" > "$2" && chmod 755 "$2""#, "sh", text, path])
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        var child = try ChildProcess.spawn(program, arguments: arguments, options: ChildProcess.Options())
        try #require(child.wait() == .exited(code: 0), "\(program) \(arguments)")
    }
}
