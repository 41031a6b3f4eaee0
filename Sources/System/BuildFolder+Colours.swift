import Words
import FoundationEssentials
import Glibc
import Trace

// SwiftPM tells the compiler to use colours where its standard error is a terminal, and not
// elsewhere. The compiler is then called with another flag, and whole modules are compiled again
// for nothing, which takes a minute or two. So this build uses the flags of the last build,
// wherever standard error leads to.
extension BuildFolder {
    /// Whether the last build was called with colours; nil where that is not known.
    var wasBuiltWithColours: Bool? {
        // `.build/<platform>/debug` is the folder, `.build/debug.yaml` the list of the last build's commands.
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, let configuration = parts.last else { return nil }
        let list = "\(parts.dropLast(2).joined(separator: "/"))/\(configuration).yaml"
        guard let commands = FileManager.default.contents(atPath: list) else { return nil }
        return commands.withUnsafeBytes { bytes in
            // A word of bytes: as text, so large a file would take its time.
            let word = Array("\"-color-diagnostics\"".utf8)
            return findBytes(bytes.baseAddress, bytes.count, word, word.count) != nil
        }
    }

    /// Runs a program whose standard error is a terminal: one that is made for it. Its output is
    /// passed on without colours.
    static func runInTerminal(
        _ program: String, _ arguments: [String], tell: (String) -> Void
    ) throws(ExplainedError) -> Trace.Ending {
        let ours = openTerminal(O_RDWR | O_NOCTTY | O_CLOEXEC)
        defer { close(ours) }
        guard ours >= 0, unlockTerminal(ours) == 0, let name = nameOfTerminal(ours) else {
            throw .notBuilt("A terminal cannot be created.", cure: "Build it in a terminal: \(program) \(arguments.joined(separator: " "))")
        }
        let theirs = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .descriptor(theirs)
        options.standardError = .descriptor(theirs)
        var environment = ProcessInfo.processInfo.environment
        if ["", "dumb"].contains(environment["TERM"] ?? "") { environment["TERM"] = "xterm" }
        options.environment = environment
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        close(theirs)
        var bytes = [UInt8](repeating: 0, count: 1 << 16), line: [UInt8] = []
        while true {
            // Reading fails when no process has the other end open.
            let count = read(ours, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in bytes.prefix(count) {
                line.append(byte)
                guard byte == 10 else { continue }
                tell(withoutColours(line))
                line = []
            }
        }
        return child.wait() ?? .unknown
    }

    /// A line without escape sequences and carriage returns.
    static func withoutColours(_ line: [UInt8]) -> String {
        String(decoding: line, as: UTF8.self).replacing(/\u{1B}\[[0-9;?]*[A-Za-z]/, with: "").filter { $0 != "\r" && $0 != "\r\n" } + "\n"
    }
}

// GNU calls, which the Glibc module leaves out.
@_silgen_name("posix_openpt") private func openTerminal(_ flags: Int32) -> Int32
@_silgen_name("unlockpt") private func unlockTerminal(_ terminal: Int32) -> Int32
@_silgen_name("ptsname") private func nameOfTerminal(_ terminal: Int32) -> UnsafeMutablePointer<CChar>?
@_silgen_name("memmem")
private func findBytes(_ bytes: UnsafeRawPointer?, _ count: Int, _ word: UnsafeRawPointer, _ length: Int) -> UnsafeRawPointer?
