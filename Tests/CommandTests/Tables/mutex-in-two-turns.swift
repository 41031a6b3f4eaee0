import Dispatch
import Synchronization

final class Logger: Sendable {
    private struct State {
        var isClosed = false
        var lines: [String] = []
    }
    private let state = Mutex(State())

    func log(_ line: String) -> Bool {
        if state.withLock({ $0.isClosed }) { return false }
        state.withLock { $0.lines.append(line) }
        return true
    }
    func close() -> Int {
        state.withLock {
            $0.isClosed = true
            return $0.lines.count
        }
    }
}

func scenario() -> String {
    let logger = Logger(), accepted = Mutex(false), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        let isAccepted = logger.log("bye")
        accepted.withLock { $0 = isAccepted }
    }
    let written = logger.close()
    group.wait()
    return "accepted: \(accepted.withLock { $0 ? 1 : 0 }), written: \(written)"
}

func allowed(_ text: String) -> Bool {
    text == "accepted: 1, written: 1" || text == "accepted: 0, written: 0"
}
