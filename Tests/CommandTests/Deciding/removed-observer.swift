// assertion: 15, 18, 10
// Says: removeObserver() does not wait
// Advises: look at a flag
import Foundation
import Synchronization

func scenario() -> Int {
    let center = NotificationCenter(), name = Notification.Name("saved"), isOpen = Mutex(true), late = Mutex(0)
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in
        if !isOpen.withLock({ $0 }) { late.withLock { $0 += 1 } }
    }
    let group = DispatchGroup()
    group.enter()
    Thread {
        center.post(name: name, object: nil)
        group.leave()
    }.start()
    center.removeObserver(token)
    isOpen.withLock { $0 = false }
    group.wait()
    return late.withLock { $0 }
}
func allowed(_ late: Int) -> Bool { late == 0 }
