import Dispatch

// A second serial queue protects the state. Uploads do not run on it, so `sync` never waits for one.
final class UploadQueue: @unchecked Sendable {
    private let uploads = DispatchQueue(label: "uploads")
    private let state = DispatchQueue(label: "state of the uploads")
    private var isPaused = false

    init() {}

    deinit {
        if isPaused { uploads.resume() }
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        uploads.async(execute: photo)
    }

    func pause() { set(true) }

    func resume() { set(false) }

    private func set(_ isToBePaused: Bool) {
        state.sync {
            if isPaused == isToBePaused { return }
            isPaused = isToBePaused
            if isPaused { uploads.suspend() } else { uploads.resume() }
        }
    }
}
