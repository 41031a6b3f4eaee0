// assertion: 15, 21
// Says: had begun before the main thread cancelled it
// Advises: find out that it is out of date
import Foundation

/// Saves the text when nothing was typed for a while.
final class Editor: @unchecked Sendable {
    private let lock = NSLock()
    private var text = ""
    private var pending: DispatchWorkItem?
    private var saved: [String] = []
    let idle = DispatchGroup()

    func type(_ new: String) {
        pending?.cancel()
        lock.withLock { text = new }
        let item = DispatchWorkItem { self.save(new) }
        pending = item
        idle.enter()
        item.notify(queue: .global()) { self.idle.leave() }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1, execute: item)
    }

    private func save(_ new: String) { lock.withLock { saved.append(new) } }
    var history: String { lock.withLock { saved.joined(separator: " ") } }
}

func scenario() -> String {
    let editor = Editor()
    editor.type("a")
    editor.type("ab")
    editor.idle.wait()
    return editor.history
}

func allowed(_ outcome: String) -> Bool { outcome == "ab" }
