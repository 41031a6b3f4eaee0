// Refused by: line breaks of two bytes
// Verdict: wrongResult
// Because: the `\r` stays at the end of the line.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        func deliver(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes, as: UTF8.self)
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
        if !rest.isEmpty { deliver(rest[...]) }
        queue.async { end() }
    }
}
