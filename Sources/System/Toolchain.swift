import Glibc

/// The Swift toolchain that is installed.
public struct Toolchain: Sendable {
    /// The oldest version that the project was tested with.
    public static let lowest = (major: 6, minor: 2)

    /// For example "6.2.3".
    public let version: String
    public let isTooOld: Bool

    /// The version that a compiler reports.
    /// - Parameter words: its output for `--version`. Nil where the output has no version of Swift.
    public init?(words: String) {
        guard let match = words.firstMatch(of: /Swift version (\d+)\.(\d+)(\.\d+)?/), let major = Int(match.1), let minor = Int(match.2)
        else { return nil }
        version = "\(major).\(minor)\(match.3 ?? "")"
        isTooOld = (major, minor) < Self.lowest
    }

    /// Asks a compiler, which takes a few hundredths of a second. Nil where it cannot be started or
    /// prints no version.
    /// - Parameter compiler: a path, or the name of the first such program on the PATH.
    public init?(of compiler: String = "swiftc") {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let options = ChildProcess.Options.tool(output: .descriptor(ends[1]), errors: .nothing)
        guard var child = try? ChildProcess.spawn(compiler, arguments: ["--version"], options: options) else {
            close(ends[1])
            return nil
        }
        close(ends[1])
        // A version is a few lines: it fits into the pipe, so that waiting first cannot block the program.
        guard child.wait(killingAfter: .seconds(10)).ending == .exited(code: 0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(ends[0], &bytes, bytes.count)
        self.init(words: String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }
}
