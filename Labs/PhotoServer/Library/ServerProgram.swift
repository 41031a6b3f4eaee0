import Words
import FoundationEssentials
import Glibc

/// The server's executable, and its output when it starts.
enum ServerProgram {
    private static let name = "photo-server"

    /// It is in the same build folder as the program that uses it. A test bundle can be a few
    /// folders deeper.
    static func path() throws(ExplainedError) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let own = length > 0 ? String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
        for start in [own, CommandLine.arguments.first ?? ""] {
            var folder = URL(filePath: start).deletingLastPathComponent()
            for _ in 0..<5 {
                let candidate = folder.appending(path: name).path
                var facts = stat()
                if stat(candidate, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, access(candidate, X_OK) == 0 { return candidate }
                folder.deleteLastPathComponent()
            }
        }
        throw .notBuilt(name)
    }

    /// Its output until a line is complete, the server ends, or ten seconds are over.
    static func firstWords(from descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        let deadline = ContinuousClock.now + .seconds(10)
        // An address is one line. An error can have several lines, and then the program has ended.
        while !(bytes.last == 10 && PhotoAddresses(announcement: String(decoding: bytes, as: UTF8.self)) != nil) {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0 else { break }
            guard poll(&request, 1, Int32(left.rounded(.up))) > 0 else { continue }
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = read(descriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
