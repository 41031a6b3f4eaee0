import CInterposition

/// Writes a marker to stderr after a trap, so that the runtime's message before it can be
/// attributed to the task.
enum TrapOutputMarker {
    /// The ASCII record separator, which no message contains.
    private static let separator: Character = "\u{1E}"

    static func write(for task: Int) {
        // The program's output so far must come before the mark.
        interleave_flush_output()
        var text = "\(separator)\(task)\(separator)"
        text.withUTF8 { text in text.withMemoryRebound(to: CChar.self) { interleave_put_mark($0.baseAddress, $0.count) } }
    }

    /// The output without the marks. And for each task that trapped: the output up to its trap, and
    /// the output since the previous trap.
    static func separated(_ printed: String) -> (text: String, withoutLater: [Int: String], lastWords: [Int: String]) {
        let parts = printed.split(separator: separator, omittingEmptySubsequences: false)
        var text = "", withoutLater: [Int: String] = [:], lastWords: [Int: String] = [:]
        for (index, part) in parts.enumerated() {
            if index % 2 == 0 {
                text += part
            } else if let task = Int(part) {
                withoutLater[task] = text
                lastWords[task] = String(parts[index - 1])
            }
        }
        return (text, withoutLater, lastWords)
    }
}
