import FoundationEssentials
import Glibc
import Recorder

/// What has to be installed.
extension Finding {
    static func tools() -> [Finding] {
        [
            swift(), curses(), tool("git", "gets the packages that the build needs"),
            tool("tmux", "is the terminal of some tests, which are skipped without it", .note), recorder(),
        ]
    }

    private static func swift() -> Finding {
        let cure = "Install Swift 6.1 or later and put it on the PATH: https://www.swift.org/install/linux"
        guard let program = path(of: "swift") else { return Finding("swift", .missing, "builds the labs and the recorder", cure: cure) }
        let words = output(of: program, ["--version"])
        guard let match = words.firstMatch(of: /Swift version (\d+)\.(\d+)(\.\d+)?/), let major = Int(match.1), let minor = Int(match.2)
        else {
            return Finding("swift", .note, "\(program), of a version that it does not tell", cure: cure)
        }
        let version = "\(major).\(minor)\(match.3 ?? "")"
        return (major, minor) >= (6, 1)
            ? Finding("swift", "\(version), \(program)") : Finding("swift", .missing, "\(version) is too old, \(program)", cure: cure)
    }

    private static func curses() -> Finding {
        let headers = ["/usr/include/ncursesw/curses.h", "/usr/include/ncurses.h", "/usr/local/include/ncursesw/curses.h"]
        guard let header = headers.first(where: { access($0, R_OK) == 0 }) else {
            return Finding("ncursesw", .missing, "the development files for full-screen views are not there", cure: "./setup")
        }
        return Finding("ncursesw", header)
    }

    private static func tool(_ name: String, _ use: String, _ state: State = .missing) -> Finding {
        path(of: name).map { Finding(name, $0) } ?? Finding(name, state, use, cure: "./setup")
    }

    private static func recorder() -> Finding {
        let build = BuildFolder.current
        let library = "\(build.folder)/\(PreloadLibrary.name)"
        if access(library, R_OK) == 0 { return Finding("recorder", library) }
        return build.package == nil
            ? Finding("recorder", .missing, "\(library) is missing", cure: "In the package: swift build --product InterleavePreload")
            : Finding("recorder", "not built yet; interleave trace builds it when it is needed")
    }

    private static func path(of tool: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
    }

    /// What a program prints, at most 10 seconds long; empty when it fails.
    private static func output(of program: String, _ arguments: [String]) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return "" }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .descriptor(ends[1])
        options.standardError = .nothing
        guard var child = try? ChildProcess.spawn(program, arguments: arguments, options: options) else {
            close(ends[1])
            return ""
        }
        close(ends[1])
        // A version is a few lines: it fits into the pipe, so that waiting first cannot block the program.
        guard child.wait(killingAfter: .seconds(10)).ending == .exited(code: 0) else { return "" }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(ends[0], &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
