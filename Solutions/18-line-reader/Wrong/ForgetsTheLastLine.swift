// Refused by: empty lines, and the last line
// Verdict: missing
// Says: line break
// Because: after the loop, the bytes without a line break are dropped.
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
            while let newline = rest.firstIndex(of: 10) {
                deliver(rest[..<newline])
                rest.removeSubrange(...newline)
            }
        }
        queue.async { end() }
    }
}
