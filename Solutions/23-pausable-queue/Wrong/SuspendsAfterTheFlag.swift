// Refused by: right in every interleaving
// Verdict: misuse or crash
// Because: The flag is changed in one step, but the queue is suspended in the next one. Between them another thread can resume the queue, which is not suspended yet.
import Dispatch
import Synchronization

final class UploadQueue: Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let isPaused = Atomic(false)

    init() {}

    deinit {
        resume()
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    func pause() {
        if isPaused.exchange(true, ordering: .sequentiallyConsistent) { return }
        queue.suspend()
    }

    func resume() {
        guard isPaused.exchange(false, ordering: .sequentiallyConsistent) else { return }
        queue.resume()
    }
}
