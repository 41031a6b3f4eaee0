import Explorer
import FoundationEssentials
import Glibc

/// The channel to the process that started this program: its order comes on standard input, reports
/// go to the original standard output.
///
/// From then on the explored program's standard input is empty, and its output is discarded.
struct Channel {
    private let descriptor: Int32

    init() {
        descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 100)
        Watchdog.keep(descriptor)
    }

    /// The order; nil if there is none.
    func order() -> ExplorationRequest? {
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 4096)
        guard isatty(STDIN_FILENO) == 0 else { return nil }
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
        }
        guard let order = try? JSONDecoder().decode(ExplorationRequest.self, from: Data(bytes)) else { return nil }
        let nothing = open("/dev/null", O_RDWR), input = order.input.map { open($0, O_RDONLY) } ?? -1
        defer {
            if input >= 0 {
                dup2(input, STDIN_FILENO)
                close(input)
            }
        }
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { dup2(nothing, number) }
        close(nothing)
        return order
    }

    func complain(_ words: String) { _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) } }

    func send(_ progress: ExplorationSession.Progress) {
        send("progress \(progress.executions) \(progress.blocked) \(progress.races) \(progress.steps) \(progress.estimate)\n")
    }

    /// The last message, with the secret word of the order.
    func send(_ report: ExplorationReport, secret: String) {
        guard let bytes = try? JSONEncoder().encode(report) else { return }
        // (Explored code could have begun a line.)
        send("\nreport \(secret) \(bytes.count)\n")
        send(Array(bytes))
    }

    /// An answer to a player.
    func send(answer: [UInt8], secret: String) {
        send("\nanswer \(secret) \(answer.count)\n")
        send(answer)
    }

    /// A line about the explored test.
    func send(notice: String, secret: String) { send("\nnotice \(secret) \(notice)\n") }

    private func send(_ text: String) { send(Array(text.utf8)) }

    private func send(_ bytes: [UInt8]) {
        var done = 0
        bytes.withUnsafeBytes { bytes in
            while done < bytes.count {
                let count = write(descriptor, bytes.baseAddress! + done, bytes.count - done)
                if count > 0 { done += count } else if errno != EINTR { return }
            }
        }
    }
}
