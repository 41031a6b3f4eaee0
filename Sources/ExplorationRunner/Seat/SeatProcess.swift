import Explorer
import FoundationEssentials
import Glibc
import System
import Words

/// The process of a program that is played: it gets questions on a pipe, and answers them.
final class SeatProcess {
    /// The longest time for an answer. (The explorer ends a loop without steps after five seconds of work.)
    private static let patience = Duration.seconds(30)
    private var started: ExploringProcess.Started
    private let questions: Int32
    private var bytes: [UInt8] = []

    /// - Parameter order: its seat has the path of a named pipe that does not exist yet.
    init(_ program: String, entry: Int, _ order: ExplorationRequest) throws {
        let path = order.seat?.pipe ?? ""
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else {
            throw ExplainedError(
                .unreadable, "Cannot create a pipe: \(String(cString: strerror(errno))).", cure: "Free some space on that disk.")
        }
        started = try ExploringProcess.start(program, arguments: ["\(entry)"], order, ExploringProcess.environment(order))
        // (Opened for both, it opens although the program has not opened its end yet.)
        questions = open(path, O_RDWR | O_CLOEXEC)
    }

    deinit {
        close(questions)
        close(started.words)
        started.child.kill()
        started.child.wait()
    }

    /// - Throws: `ExplainedError` if the process has ended, or if it does not answer in time.
    func answer(_ question: SeatQuestion) throws -> SeatAnswer {
        let line = try Array(JSONEncoder().encode(question)) + [UInt8(ascii: "\n")]
        guard line.withUnsafeBytes({ writeAll($0, to: questions) }) == 0 else { throw Self.silence }
        let deadline = ContinuousClock.now + Self.patience
        while true {
            if let answer = taken() { return try JSONDecoder().decode(SeatAnswer.self, from: Data(answer)) }
            guard ContinuousClock.now < deadline else {
                throw ExplainedError(
                    .notFinished, "The program does not come to its next step.",
                    cure: "Look for a loop that never ends, or for a call that waits for something outside.")
            }
            var request = pollfd(fd: started.words, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, 100) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            let count = read(started.words, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.silence }
            bytes += buffer.prefix(count)
        }
    }

    /// A complete answer; nil: it has not arrived yet.
    private func taken() -> [UInt8]? {
        let head = Array("\nanswer \(started.secret) ".utf8)
        // (Explored code could have written before it.)
        guard bytes.count > head.count, let start = bytes.firstRange(of: head),
            let end = bytes[start.upperBound...].firstIndex(of: UInt8(ascii: "\n")),
            let size = Int(String(decoding: bytes[start.upperBound..<end], as: UTF8.self)), bytes.count > end + size
        else { return nil }
        let answer = Array(bytes[end + 1...end + size])
        bytes.removeFirst(end + 1 + size)
        return answer
    }

    private static let silence = ExplainedError(
        .notExplorable, "The program's process has ended, in a way that the explorer could not catch.",
        cure: "Take the last choice back. If it happens again: most likely the program has damaged its own memory.")
}
