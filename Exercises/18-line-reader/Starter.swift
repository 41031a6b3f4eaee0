import Dispatch

/// Reads the next part of a file, a few bytes. Blocks until it is there. Returns nil at the end.
typealias NextChunk = @Sendable () -> [UInt8]?

/// Reads a text in the background, and delivers its lines on a serial queue, in their order.
///
/// Returns immediately. `line` gets each line, and `end` is called once, after the last line. Both
/// are called on `queue`.
func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        while let chunk = nextChunk() {
            let text = String(decoding: chunk, as: UTF8.self)
            for part in text.split(separator: "\n") {
                queue.async { line(String(part)) }
            }
        }
        queue.async { end() }
    }
}
