import Glibc

/// Says in what an execution prints where a task trapped: what Swift says of a trap comes just before.
enum TrapMark {
    /// The record separator of ASCII, which no message has in it.
    private static let separator: Character = "\u{1E}"

    static func write(for task: Int) {
        var text = "\(separator)\(task)\(separator)"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// What was printed, without the marks; and for each task that trapped, what was printed between the trap before and its own.
    static func separated(_ printed: String) -> (text: String, lastWords: [Int: String]) {
        var text = "", sinceMark = "", lastWords: [Int: String] = [:]
        for (index, part) in printed.split(separator: separator, omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 0 {
                text += part
                sinceMark = String(part)
            } else if let task = Int(part) {
                lastWords[task] = sinceMark
            }
        }
        return (text, lastWords)
    }
}
