// Refused by: returns immediately, and delivers on the queue
// Verdict: wrongQueue
// Because: the lines are delivered on the thread of the reader, and the list is used on its own queue.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        func deliver(_ bytes: ArraySlice<UInt8>) {
            line(String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes, as: UTF8.self))
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
