import Foundation

// `isSuspended` is a state and not a number, and any thread can set it.
final class UploadQueue: @unchecked Sendable {
    private let queue = OperationQueue()

    init() {
        queue.maxConcurrentOperationCount = 1
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.addOperation(photo)
    }

    func pause() {
        queue.isSuspended = true
    }

    func resume() {
        queue.isSuspended = false
    }
}
