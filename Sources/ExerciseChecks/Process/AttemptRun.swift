import Foundation
import Synchronization

/// The process in which an attempt runs: its first and last steps.
///
/// The supervisor sends a secret word and the name of a file on standard input. This process reads
/// them before the first line of the attempt runs. The run is complete when the file contains the
/// secret word and the observations. So an attempt that calls `exit(0)` early cannot look like one
/// that passed. Inside one process there is no full protection: a student can still deceive their
/// own grader.
public enum AttemptRun {
    private struct Channel: Sendable {
        var secret: String
        var report: Int32
    }

    /// The environment variable with the parts of the checks to leave out: those in which the
    /// attempt crashed before.
    public static let leftOut = "INTERLEAVE_CHECKS_WITHOUT"

    /// The parts to leave out.
    static var leftOutParts: [String] {
        (ProcessInfo.processInfo.environment[leftOut] ?? "").split(separator: ",").map(String.init)
    }

    private static let channel = Mutex<Channel?>(nil)

    /// Reads the supervisor's input, and closes what an attempt does not need.
    static func begin() {
        var words = [UInt8](repeating: 0, count: 8192)
        var count = 0
        while count < words.count, words.prefix(count).count(where: { $0 == 10 }) < 2 {
            let more = words.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress! + count, $0.count - count) }
            guard more > 0 else { break }
            count += more
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, STDIN_FILENO)
        close(nothing)
        let lines = String(decoding: words.prefix(count), as: UTF8.self).split(separator: "\n").map(String.init)
        guard lines.count == 2 else {
            FileHandle.standardError.write(Data("This program is a part of `interleave grade`, which starts it.\n".utf8))
            exit(2)
        }
        let report = open(lines[1], O_WRONLY | O_APPEND | O_CLOEXEC)
        guard report >= 0 else { exit(70) }
        channel.withLock { $0 = Channel(secret: lines[0], report: report) }
        CrashReport.arm(report)
        PrintedText.flushEachLine()
    }

    /// Runs checks on a thread of their own, and ends the process. The main thread runs the main
    /// queue meanwhile, as in an app.
    static func direct(_ checks: @escaping @Sendable () -> some Encodable & Sendable) -> Never {
        begin()
        Thread.detachNewThread {
            Thread.current.name = "checks"
            end(checks())
        }
        RunLoop.main.run()
        fatalError("The main run loop has ended, although the main queue is there.")
    }

    /// Writes the observations, and ends the process.
    static func end(_ observations: some Encodable) -> Never {
        let text = (try? JSONEncoder().encode(observations)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = channel.withLock { "end \($0?.secret ?? "") \(text)\n" }
        let report = channel.withLock { $0?.report ?? -1 }
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(report, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        PrintedText.flush()
        _exit(0)
    }
}
