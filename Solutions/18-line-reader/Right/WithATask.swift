// A task reads, and is suspended until the queue has delivered the lines of a chunk.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    Task.detached {
        var rest: [UInt8] = []
        while let chunk = nextChunk() {
            rest += chunk
            var lines: [String] = []
            while let newline = rest.firstIndex(of: 10) {
                let bytes = rest[..<newline]
                lines.append(String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes, as: UTF8.self))
                rest.removeSubrange(...newline)
            }
            let batch = lines
            await withCheckedContinuation { delivered in
                queue.async {
                    for text in batch { line(text) }
                    delivered.resume()
                }
            }
        }
        let last = rest
        queue.async {
            if !last.isEmpty { line(String(decoding: last, as: UTF8.self)) }
            end()
        }
    }
}
