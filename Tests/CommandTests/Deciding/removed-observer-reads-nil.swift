// assertion: 26, 18, 14
// Says: removeObserver() does not wait
// Advises: look at a flag
import Foundation

final class Player: @unchecked Sendable {
    private let lock = NSLock(), center: NotificationCenter
    private var song: String? = "one"
    private var token: NSObjectProtocol?

    init(_ center: NotificationCenter) {
        self.center = center
        token = center.addObserver(forName: Notification.Name("pause"), object: nil, queue: nil) { [unowned self] _ in
            lock.withLock { song! += "…" }
        }
    }
    func close() {
        center.removeObserver(token!)
        lock.withLock { song = nil }
    }
}

func scenario() {
    let center = NotificationCenter(), player = Player(center), group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
        center.post(name: Notification.Name("pause"), object: nil)
    }
    player.close()
    group.wait()
}
