import Explorer
import FoundationEssentials
import Glibc

/// The messages of an exploring program: lines about its progress, and its report at the end.
struct ReportReader {
    private let descriptor: Int32
    /// The word that only the explorer knows.
    private let secret: String
    private var bytes: [UInt8] = []
    /// The report's number of bytes, after it is known.
    private var size: Int?
    private(set) var progress: ExplorationSession.Progress?
    private(set) var report: ExplorationReport?
    /// The words of a program of tests about them.
    private(set) var notices: [String] = []
    /// Whether such a program has ended without a report.
    private(set) var isOver = false

    init(descriptor: Int32, secret: String) {
        self.descriptor = descriptor
        self.secret = secret
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Reads what arrives within a few milliseconds.
    /// - Returns: whether more can follow.
    mutating func read(waiting milliseconds: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return true }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 {
                let isOver = count == 0
                takeUp()
                return !isOver
            }
            bytes += buffer.prefix(count)
        }
    }

    private mutating func takeUp() {
        while size == nil, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes[..<end], as: UTF8.self), words = line.split(separator: " ")
            bytes.removeFirst(end + 1)
            if line.hasPrefix("notice \(secret) ") {
                let notice = String(line.dropFirst(secret.count + 8)).replacing("\u{2028}", with: "\n")
                if notice == "over" { isOver = true } else { notices.append(notice) }
            }
            if words.first == "report", words.count == 3, words[1] == secret { size = Int(words[2]) }
            if words.first == "progress", words.count == 6 {
                let numbers = words.dropFirst().map { Int($0) ?? 0 }
                progress = .init(executions: numbers[0], blocked: numbers[1], races: numbers[2], steps: numbers[3])
                progress?.estimate = numbers[4]
            }
        }
        if let size, bytes.count >= size, report == nil {
            report = try? JSONDecoder().decode(ExplorationReport.self, from: Data(bytes.prefix(size)))
        }
    }
}
