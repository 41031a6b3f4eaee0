// deadlock: 10, 16, 22
// Says: came between
import Foundation

final class Download: @unchecked Sendable {
    let lock = NSLock()
    var done = false
    var observers: [() -> Void] = []

    var isDone: Bool { lock.withLock { done } }

    func whenDone(_ action: @escaping () -> Void) {
        if isDone {
            action()
        } else {
            lock.withLock { observers.append(action) }
        }
    }

    func finish() {
        let waiting = lock.withLock {
            done = true
            return observers
        }
        for action in waiting { action() }
    }
}

func scenario() {
    let download = Download()
    let group = DispatchGroup()
    DispatchQueue.global().async { download.finish() }
    group.enter()
    download.whenDone { group.leave() }
    group.wait()
}
