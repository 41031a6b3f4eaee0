import Foundation

/// Safe without a queue: only the thread that holds the lock uses the album. A writer is blocked
/// too, so `add` returns only after the photo is in the album.
public final class LockLibrary: PhotoLibrary {
    private let album: Album
    private let lock = NSLock()

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        lock.lock()
        defer { lock.unlock() }
        album.append(photo)
    }

    public func photos() -> Snapshot {
        lock.lock()
        defer { lock.unlock() }
        return album.snapshot()
    }
}
