import Foundation

/// Lines from several threads, joined under a lock: long enough not to fit into a string's own words.
final class Log: TextOutputStream {
    private let lock = NSLock()
    private var text = ""

    func write(_ string: String) { lock.withLock { text += string } }

    var lines: [Substring] { lock.withLock { text.split(separator: "\n") } }
}

func scenario() -> String {
    let log = Log()
    let group = DispatchGroup()
    for name in ["Anna Magdalena Bach", "Wilhelm Friedemann Bach"] {
        DispatchQueue.global().async(group: group) {
            var stream = log
            print("Hello, \(name), nice to meet you", to: &stream)
        }
    }
    group.wait()
    return log.lines.map { "\($0.count)" }.sorted().joined(separator: " ") + " \(log.lines.count)"
}

func outcome() -> String { "done" }
