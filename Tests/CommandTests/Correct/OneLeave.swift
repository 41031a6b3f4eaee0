import Dispatch
import Synchronization

/// An answer and a time limit: the first of them takes the only right to leave the group.
final class Request: Sendable {
    let group = DispatchGroup()
    private let isOpen = Mutex(true)

    init() { group.enter() }

    func end() {
        let isFirst = isOpen.withLock { open in
            defer { open = false }
            return open
        }
        if isFirst { group.leave() }
    }
}

func scenario() {
    let request = Request(), threads = DispatchGroup()
    DispatchQueue.global().async(group: threads) { request.end() }
    DispatchQueue.global().async(group: threads) { request.end() }
    request.group.wait()
    threads.wait()
}
