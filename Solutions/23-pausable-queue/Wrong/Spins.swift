// Refused by: an upload that is added during a pause waits
// Verdict: spins
// Because: Each upload reads the state again and again until the pause is over, and uses a core meanwhile.
import Dispatch
import Synchronization

final class UploadQueue: Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let isPaused = Atomic(false)

    init() {}

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async {
            while self.isPaused.load(ordering: .acquiring) {}
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
