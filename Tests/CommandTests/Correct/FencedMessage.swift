import Foundation
import Synchronization

/// A message that is handed on by relaxed accesses to a flag, with fences around them.
final class Message: @unchecked Sendable {
    private var text = ""
    private let isThere = Atomic(false)

    func send(_ text: String) {
        self.text = text
        atomicMemoryFence(ordering: .releasing)
        isThere.store(true, ordering: .relaxed)
    }

    func receive() -> String? {
        guard isThere.load(ordering: .relaxed) else { return nil }
        atomicMemoryFence(ordering: .acquiring)
        return text
    }
}

func scenario() -> String? {
    let message = Message()
    Thread { message.send("hello") }.start()
    return message.receive()
}

func allowed(_ outcome: String?) -> Bool { outcome == nil || outcome == "hello" }
