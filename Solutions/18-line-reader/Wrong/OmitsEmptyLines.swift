// Refused by: empty lines, and the last line
// Verdict: wrongResult
// Says: split
// Because: `split` leaves out empty parts, so the empty lines are lost.
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
            guard let newline = rest.lastIndex(of: 10) else { continue }
            for bytes in rest[..<newline].split(separator: 10) { deliver(bytes) }
            rest.removeSubrange(...newline)
        }
        if !rest.isEmpty { deliver(rest[...]) }
        queue.async { end() }
    }
}
