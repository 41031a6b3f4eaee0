import Glibc

/// Says in what an execution prints where a task trapped: what Swift says of a trap comes just before.
enum TrapMark {
    /// The record separator of ASCII, which no message has in it.
    private static let separator: Character = "\u{1E}"

    static func write(for task: Int) {
        var text = "\(separator)\(task)\(separator)"
        text.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// What was printed, without the marks; and for each task that trapped, what of that was printed without those that trapped after it, and
    /// what since the trap before.
    static func separated(_ printed: String) -> (text: String, withoutLater: [Int: String], lastWords: [Int: String]) {
        let parts = printed.split(separator: separator, omittingEmptySubsequences: false)
        var text = "", withoutLater: [Int: String] = [:], lastWords: [Int: String] = [:]
        // (What is written to the standard output comes when its buffer is emptied, at the end.)
        let end = parts.last.map(String.init) ?? ""
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                text += part
            } else if let task = Int(part) {
                withoutLater[task] = text + end
                lastWords[task] = String(parts[index - 1])
            }
        }
        return (text, withoutLater, lastWords)
    }
}
