import Dispatch
import Synchronization

// The explorer calls this function under every interleaving: three chunks with two lines.

/// Reads two lines. Each of them is in two chunks.
func threeChunks() {
    let source = Source()
    readLines(from: { source.next() }, on: list.queue, line: { list.add($0) }, end: { list.add("end") })
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { list.queue.sync { list.words } }

func allowed(_ outcome: String) -> Bool { outcome == "ab, cd, end" }

private let list = List()

/// The chunks of the text.
private final class Source: Sendable {
    private let position = Atomic(0)

    func next() -> [UInt8]? {
        switch position.add(1, ordering: .relaxed).oldValue {
        case 0: [97]
        case 1: [98, 10, 99]
        case 2: [100, 10]
        default: nil
        }
    }
}

/// The lines that were delivered. It has no lock: all of them must come on one queue.
private final class List: @unchecked Sendable {
    let queue = DispatchQueue(label: "list")
    private(set) var words = ""

    func add(_ word: String) { words += words.isEmpty ? word : ", \(word)" }
}
