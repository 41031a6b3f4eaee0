import Dispatch
import Foundation

/// How many sessions there are, counted where they begin and where they end, on whatever thread that is.
final class Session {
    private static let lock = NSLock()
    nonisolated(unsafe) private static var live = 0
    private var messages: [String] = []

    init() { Session.lock.withLock { Session.live += 1 } }

    func send(_ message: String) { messages.append(message) }

    deinit {
        messages.removeAll()
        Session.lock.withLock { Session.live -= 1 }
    }

    static var count: Int { lock.withLock { live } }
}

func scenario() -> Int {
    let group = DispatchGroup()
    for name in ["a", "b"] {
        DispatchQueue.global().async(group: group) {
            let session = Session()
            session.send(name)
        }
    }
    group.wait()
    return Session.count
}

func allowed(_ count: Int) -> Bool { count == 0 }
