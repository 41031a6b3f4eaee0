// Refused by: right in every interleaving
// Verdict: race
// Because: The flag keeps the calls in balance for one thread. Two threads can both read `false`, and both suspend the queue.
import Dispatch

final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private var isPaused = false

    init() {}

    deinit {
        if isPaused { queue.resume() }
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    func pause() {
        if isPaused { return }
        isPaused = true
        queue.suspend()
    }

    func resume() {
        guard isPaused else { return }
        isPaused = false
        queue.resume()
    }
}
