// Refused by: little memory
// Verdict: tooMuchMemory
// Says: read on, and stopped later
// Says not: has no limit
// Because: it waits for the lines of a chunk only after it has read the next chunk.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    // Semaphore: the reader waits for the list after each chunk.
    let delivered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
        var rest: [UInt8] = []
        var chunks = 0
        while let chunk = nextChunk() {
            if chunks > 0 { delivered.wait() }
            chunks += 1
            rest += chunk
            var lines: [String] = []
            while let newline = rest.firstIndex(of: 10) {
                var bytes = rest[..<newline]
                if bytes.last == 13 { bytes.removeLast() }
                lines.append(String(decoding: bytes, as: UTF8.self))
                rest.removeSubrange(...newline)
            }
            queue.async { [lines] in
                for text in lines { line(text) }
                delivered.signal()
            }
        }
        if !rest.isEmpty {
            let text = String(decoding: rest, as: UTF8.self)
            queue.async { line(text) }
        }
        queue.async { end() }
    }
}
