import Foundation
import Synchronization

/// Downloads a photo. While it waits for the answer it uses no thread.
final class ImageDownloader: Operation, @unchecked Sendable {  // `state` is protected, and the other properties never change.
    private let server: PhotoServer
    private let album: Album
    private let state = Mutex(State.ready)

    private enum State { case ready, executing, finished }

    init(_ photo: String, from server: PhotoServer, to album: Album) {
        self.server = server
        self.album = album
        super.init()
        name = photo
    }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state.withLock { $0 == .executing } }
    override var isFinished: Bool { state.withLock { $0 == .finished } }

    /// Starts the request and returns. The queue counts the operation as running until `isFinished`
    /// is true.
    override func start() {
        change(to: .executing, announcing: ["isExecuting"])
        server.photo(name ?? "") { [self] photo in
            album.add(photo)
            change(to: .finished, announcing: ["isExecuting", "isFinished"])
        }
    }

    private func change(to new: State, announcing keys: [String]) {
        for key in keys { willChangeValue(forKey: key) }
        state.withLock { $0 = new }
        for key in keys { didChangeValue(forKey: key) }
    }
}
