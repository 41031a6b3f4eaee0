// Refused by: an upload that is added during a pause waits
// Verdict: spins
// Or refused by: no thread is blocked during a pause
// Because: Each upload looks again and again whether the pause is over, and occupies a thread meanwhile.
import Foundation
import Synchronization

final class UploadQueue: Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let isPaused = Atomic(false)

    init() {}

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async {
            while self.isPaused.load(ordering: .acquiring) { Thread.sleep(forTimeInterval: 0.001) }
            photo()
        }
    }

    func pause() {
        isPaused.store(true, ordering: .releasing)
    }

    func resume() {
        isPaused.store(false, ordering: .releasing)
    }
}
