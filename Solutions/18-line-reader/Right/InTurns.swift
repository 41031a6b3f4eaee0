// No thread is blocked: the reader delivers the lines of a chunk, and the queue then asks for the
// next chunk.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    readOn([], from: nextChunk, on: queue, line: line, end: end)
}

private func readOn(
    _ rest: [UInt8], from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        guard let chunk = nextChunk() else {
            return queue.async {
                if !rest.isEmpty { line(String(decoding: rest, as: UTF8.self)) }
                end()
            }
        }
        var parts = (rest + chunk).split(separator: 10, omittingEmptySubsequences: false)
        let beginning = Array(parts.removeLast())
        let lines = parts.map { String(decoding: $0.last == 13 ? $0.dropLast() : $0, as: UTF8.self) }
        queue.async {
            for text in lines { line(text) }
            readOn(beginning, from: nextChunk, on: queue, line: line, end: end)
        }
    }
}
