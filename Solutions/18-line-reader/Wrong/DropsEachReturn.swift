// Refused by: line breaks of two bytes
// Verdict: wrongResult
// Says: stands alone is a part of its line
// Because: a `\r` is dropped wherever it stands, also in the middle of a line.
import Dispatch

typealias NextChunk = @Sendable () -> [UInt8]?

func readLines(
    from nextChunk: @escaping NextChunk, on queue: DispatchQueue, line: @escaping @Sendable (String) -> Void,
    end: @escaping @Sendable () -> Void
) {
    Task {
        var rest: [UInt8] = []
        while let chunk = nextChunk() {
            for byte in chunk {
                if byte == 10 {
                    let text = String(decoding: rest, as: UTF8.self)
                    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                        queue.async {
                            line(text); done.resume()
                        }
                    }
                    rest = []
                } else if byte != 13 {
                    rest.append(byte)
                }
            }
        }
        if !rest.isEmpty {
            let text = String(decoding: rest, as: UTF8.self)
            queue.async { line(text) }
        }
        queue.async { end() }
    }
}
