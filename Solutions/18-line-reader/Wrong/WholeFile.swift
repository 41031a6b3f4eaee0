// Refused by: little memory
// Verdict: tooMuchMemory
// Says: the whole
// Because: the whole file is read first, and only then split into lines.
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
        var text: [UInt8] = []
        while let chunk = nextChunk() { text += chunk }
        var lines = text.split(separator: 10, omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true { lines.removeLast() }
        for bytes in lines { deliver(bytes) }
        queue.async { end() }
    }
}
