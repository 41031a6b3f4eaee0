import Foundation
import Synchronization

/// The process in which an attempt runs: its first and last steps.
///
/// The supervisor sends a secret word and the name of a file on standard input. This process reads
/// them before the first line of the attempt runs. The run is complete when the file contains the
/// secret word and the observations. So an attempt that calls `exit(0)` early cannot look like one
/// that passed. The secret word is kept in two halves that look like any other bytes, so an attempt
/// that searches the memory does not recognize it. Inside one process there is no full protection: a
/// student can still deceive their own grader.
public enum AttemptRun {
    private struct Channel: Sendable {
        /// The secret word, each byte combined with that of the mask.
        var hidden: [UInt8]
        var mask: [UInt8]
        var report: Int32

        init(_ secret: some Collection<UInt8>, report: Int32) {
            let mask = secret.map { _ in UInt8.random(in: .min ... .max) }
            hidden = zip(secret, mask).map { $0 ^ $1 }
            self.mask = mask
            self.report = report
        }

        var secret: [UInt8] { zip(hidden, mask).map { $0 ^ $1 } }
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
        // Memory that is given back keeps its bytes, so it is cleared.
        let words = UnsafeMutableRawBufferPointer.allocate(byteCount: 8192, alignment: 8)
        defer { explicit_bzero(words.baseAddress!, words.count) }
        var count = 0
        while count < words.count, words.prefix(count).count(where: { $0 == 10 }) < 2 {
            let more = read(STDIN_FILENO, words.baseAddress! + count, words.count - count)
            guard more > 0 else { break }
            count += more
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, STDIN_FILENO)
        close(nothing)
        let lines = words.prefix(count).split(separator: 10)
        guard lines.count == 2 else {
            FileHandle.standardError.write(Data("This program is a part of `interleave grade`, which starts it.\n".utf8))
            exit(2)
        }
        let report = open(String(decoding: lines[1], as: UTF8.self), O_WRONLY | O_APPEND | O_CLOEXEC)
        guard report >= 0 else { exit(70) }
        channel.withLock { $0 = Channel(lines[0], report: report) }
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
        let text = (try? JSONEncoder().encode(observations)) ?? Data()
        let report = channel.withLock { $0?.report ?? -1 }
        var bytes = (Array("end ".utf8) + channel.withLock { $0?.secret ?? [] } + [32] + text + [10])[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(report, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes = bytes.dropFirst(count)
        }
        PrintedText.flush()
        _exit(0)
    }
}
