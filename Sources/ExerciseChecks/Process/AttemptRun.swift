import Foundation
import Synchronization

/// The process in which an attempt runs: what is first and last in it.
///
/// The supervisor hands over a secret word and the name of a file on standard input. They are taken in before the first line
/// of the attempt runs. The run has come to its end when the file holds the secret word and what was observed: an attempt that leaves early by `exit(0)`, and
/// with it every check, cannot look like one that passed. That is as much as can be had inside one process; whoever means to deceive their own
/// grader still can.
public enum AttemptRun {
    private struct Channel: Sendable {
        var secret: String
        var report: Int32
    }

    private static let channel = Mutex<Channel?>(nil)

    /// Takes in what the supervisor hands over, and gives up what an attempt has no use for.
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
        LastWords.arm(report)
        Confinement.enter()
        PrintedText.flushEachLine()
    }

    /// Writes down what was observed, and ends the process.
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
