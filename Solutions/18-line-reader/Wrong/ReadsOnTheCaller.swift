// Refused by: returns immediately, and delivers on the queue
// Verdict: waits
// Says: the caller
// Because: the loop runs on the caller's thread. An app would be frozen until the whole file is read.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
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
    if !rest.isEmpty { deliver(rest[...]) }
    queue.async { end() }
}
