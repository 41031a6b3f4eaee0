// Refused by: characters that continue in the next chunk
// Verdict: wrongResult
// Says: decoded separately
// Because: the rest is kept as text. A character in two chunks is decoded in two halves, and both are invalid.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        var rest = ""
        while let chunk = nextChunk() {
            rest += String(decoding: chunk, as: UTF8.self)
            while let newline = rest.utf8.firstIndex(of: 10) {
                var text = String(rest[..<newline])
                if text.utf8.last == 13 { text.unicodeScalars.removeLast() }
                let complete = text
                rest.unicodeScalars.removeSubrange(...newline)
                queue.sync { line(complete) }
            }
        }
        let last = rest
        if !last.isEmpty { queue.sync { line(last) } }
        queue.async { end() }
    }
}
