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
        /// Waits until the line has been delivered, so that the reader is never ahead of the list.
        func deliver(_ bytes: ArraySlice<UInt8>) {
            let text = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
            queue.sync { line(text) }
        }
        // The bytes after the last line break: the beginning of a line.
        var rest: [UInt8] = []
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
