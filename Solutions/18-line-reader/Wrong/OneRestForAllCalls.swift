// Refused by: right in every interleaving
// Verdict: crash
// Because: two calls at the same time use one variable for the beginning of a line.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

nonisolated(unsafe) private var rest: [UInt8] = []

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        func deliver(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
            queue.sync { line(text) }
        }
        // The bytes after the last line break: the beginning of a line.
        rest = []
        while let chunk = nextChunk() {
            rest += chunk
            var start = 0
            while let newline = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
                deliver(rest[start..<newline])
                start = newline + 1
            }
            rest.removeFirst(start)
        }
        if !rest.isEmpty { deliver(rest[...]) }
        queue.async { end() }
    }
}
