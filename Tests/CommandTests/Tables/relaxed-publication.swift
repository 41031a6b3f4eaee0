import Dispatch
import Synchronization

final class Mailbox: @unchecked Sendable {
    var letter = ""
    let isFull = Atomic(false)
}

func scenario() -> String {
    let box = Mailbox(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        box.letter = "hello"
        box.isFull.store(true, ordering: .relaxed)
    }
    let letter = box.isFull.load(ordering: .relaxed) ? box.letter : "none"
    group.wait()
    return letter
}
