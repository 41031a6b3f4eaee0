// deadlock: 21, 26, 28
// Says: the runtime's lock of task 1
//
import Foundation

final class Waiter: @unchecked Sendable {
    let lock = NSLock()
    var isOpen = false
    var continuation: CheckedContinuation<Void, Never>?

    func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { c in
                let goesOn = lock.withLock {
                    if !isOpen { continuation = c }
                    return isOpen
                }
                if goesOn { c.resume() }
            }
        } onCancel: {
            lock.withLock {}
        }
    }

    func open() {
        lock.withLock {
            isOpen = true
            continuation?.resume()
            continuation = nil
        }
    }
}

func scenario() async {
    let waiter = Waiter()
    let reader = Task { await waiter.wait() }
    let opener = Task { waiter.open() }
    reader.cancel()
    await opener.value
    await reader.value
}
