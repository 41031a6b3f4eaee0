import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: three chunks with two lines.

/// Reads two lines. Each of them is in two chunks.
func threeChunks() {
    let source = Source()
    readLines(from: { source.next() }, on: list.queue, line: { list.add($0) }, end: { list.add("end") })
}

/// Reads two texts at the same time.
func twoTexts() {
    threeChunks()
    let source = Source()
    secondList.isUsed = true
    readLines(from: { source.next() }, on: secondList.queue, line: { secondList.add($0) }, end: { secondList.add("end") })
}

/// The outcome, after everything that was started has ended.
func outcome() -> String {
    let words = list.queue.sync { list.words }
    return secondList.isUsed ? "\(words) and \(secondList.queue.sync { secondList.words })" : words
}

func allowed(_ outcome: String) -> Bool { ["ab, cd, end", "ab, cd, end and ab, cd, end"].contains(outcome) }

private let list = List(), secondList = List()

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
    /// Set by the main thread, before it is read there.
    var isUsed = false

    func add(_ word: String) { words += words.isEmpty ? word : ", \(word)" }
}
