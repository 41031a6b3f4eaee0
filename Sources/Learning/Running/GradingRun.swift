import Words
import FoundationEssentials
import Glibc
import Grading
import System

/// The program that grades a learner's file in a process of its own, and its arguments.
public struct GraderProgram: Sendable {
    public var program: String
    public var arguments: [String]

    public init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }
}

/// One grading, in a process of its own: it can be ended at any moment, with all that it has started.
///
/// The process gets a folder for its temporary files, because what is killed cannot tidy up. Its
/// standard input is a pipe that stays open as long as this process lives: so it ends when this
/// process is killed.
final class GradingRun {
    /// The descriptor with the messages, for `poll`.
    let output: Int32
    private let lifeline: Int32
    private var child: ChildProcess
    private let folder: String
    private var bytes: [UInt8] = []
    private(set) var isOver = false
    /// Whether the verdict, or the reason why there is none, has come.
    private(set) var hasResult = false

    /// - Parameter folder: for temporary files; it is made, and removed at the end.
    /// - Throws: `ExplainedError` if the program cannot be started.
    init(_ grader: GraderProgram, folder: String) throws {
        self.folder = folder
        mkdir(folder, 0o700)
        var messages: [Int32] = [-1, -1], lives: [Int32] = [-1, -1]
        guard pipe(&messages) == 0, pipe(&lives) == 0 else {
            let reason = errno
            for end in messages + lives where end >= 0 { close(end) }
            throw ExplainedError.cannotStart(grader.program, errno: reason)
        }
        for end in messages + lives { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var options = ChildProcess.Options()
        options.ownGroup = true
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
        options.standardInput = .descriptor(lives[0])
        options.standardOutput = .descriptor(messages[1])
        options.standardError = .file("\(folder)/errors")
        defer {
            close(lives[0])
            close(messages[1])
        }
        do {
            child = try ChildProcess.spawn(grader.program, arguments: grader.arguments, options: options)
        } catch {
            close(messages[0])
            close(lives[1])
            throw error
        }
        (output, lifeline) = (messages[0], lives[1])
        _ = fcntl(output, F_SETFL, O_NONBLOCK)
    }

    deinit { stop() }

    /// The messages that have come since the last call.
    func read() -> [GradingMessage] {
        guard !isOver else { return [] }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var isOpen = true
        while isOpen {
            let count = Glibc.read(output, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else {
                isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
                break
            }
        }
        var found: [GradingMessage] = []
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            if let message = try? JSONDecoder().decode(GradingMessage.self, from: Data(bytes[..<end])) { found.append(message) }
            bytes.removeSubrange(...end)
        }
        if found.contains(where: { $0.failure != nil || $0.verdict?.isEarly == false }) { hasResult = true }
        if !isOpen {
            if !hasResult { found.append(GradingMessage(failure: silence())) }
            hasResult = true
            stop()
        }
        return found
    }

    /// The words for a grader that ended without a result.
    private func silence() -> String {
        let words = FileManager.default.contents(atPath: "\(folder)/errors").map { String(decoding: $0.suffix(2000), as: UTF8.self) } ?? ""
        let shown = words.split(separator: "\n").suffix(6).joined(separator: "\n")
        return "The grader ended without a result.\n\(shown.isEmpty ? "Press g to grade your file again." : shown)"
    }

    /// Ends the process and all that it has started.
    func stop() {
        guard !isOver else { return }
        isOver = true
        // With a result it only tidies up.
        if child.wait(timeout: hasResult ? .milliseconds(500) : .zero) == nil {
            child.killFamily()
            child.wait()
        }
        close(output)
        close(lifeline)
        FolderRemoval.remove(folder)
    }
}
