import Foundation

/// A task that begins at once: its first part is over before whoever made it goes on.
actor Log {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
}

final class Order: @unchecked Sendable {
    private let lock = NSLock()
    private var words: [String] = []
    func add(_ word: String) { lock.withLock { words.append(word) } }
    var first: [String] { lock.withLock { Array(words.prefix(2)) } }
}

func scenario() async -> String {
    let log = Log(), order = Order()
    let task = Task.immediate {
        order.add("begun")
        await log.add("line")
        order.add("ended")
    }
    order.add("made")
    await task.value
    let lines = await log.lines
    return "\(order.first[0]) \(lines.count)"
}

func allowed(_ outcome: String) -> Bool { outcome == "begun 1" }
