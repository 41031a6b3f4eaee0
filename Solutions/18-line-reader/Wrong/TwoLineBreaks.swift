// Refused by: line breaks of two bytes
// Verdict: wrongResult
// Because: both bytes count as a line break, so `\r\n` ends two lines.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        func deliver(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes, as: UTF8.self)
            queue.sync { line(text) }
        }
        var rest: [UInt8] = []
        while let chunk = nextChunk() {
            rest += chunk
            while let newline = rest.firstIndex(where: { $0 == 10 || $0 == 13 }) {
                deliver(rest[..<newline])
                rest.removeSubrange(...newline)
            }
        }
        if !rest.isEmpty { deliver(rest[...]) }
        queue.async { end() }
    }
}
