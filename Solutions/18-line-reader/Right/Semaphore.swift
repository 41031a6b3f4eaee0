// The line is built byte by byte. A semaphore makes the reader wait until the queue has delivered
// the line.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    DispatchQueue.global().async {
        let delivered = DispatchSemaphore(value: 0)
        var bytes: [UInt8] = []
        func deliver() {
            if bytes.last == 13 { bytes.removeLast() }
            let text = String(decoding: bytes, as: UTF8.self)
            bytes.removeAll()
            queue.async {
                line(text)
                delivered.signal()
            }
            delivered.wait()
        }
        while let chunk = nextChunk() {
            for byte in chunk {
                if byte == 10 { deliver() } else { bytes.append(byte) }
            }
        }
        if !bytes.isEmpty { deliver() }
        queue.async { end() }
    }
}
