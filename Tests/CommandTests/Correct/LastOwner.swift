import Dispatch
import Foundation

/// Whoever lets go of it last ends the session; its deinit uses what the others have written.
final class Session {
    private let journal: Journal
    private let lock = NSLock()
    private var messages: [String] = []

    init(journal: Journal) { self.journal = journal }

    func send(_ message: String) { lock.withLock { messages.append(message) } }

    deinit { journal.note("closed after \(messages.count)") }
}

final class Journal {
    private let lock = NSLock()
    private var lines: [String] = []
    func note(_ line: String) { lock.withLock { lines.append(line) } }
    var text: String { lock.withLock { lines.joined(separator: ", ") } }
}

func scenario() -> String {
    let journal = Journal()
    let group = DispatchGroup()
    do {
        let session = Session(journal: journal)
        for name in ["a", "b"] {
            DispatchQueue.global().async(group: group) { session.send(name) }
        }
    }
    group.wait()
    return journal.text
}

func outcome() -> String { "over" }
