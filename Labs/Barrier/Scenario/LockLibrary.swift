import Foundation

/// Safe without any queue: whoever holds the lock is alone with the album. The writer waits here too, `add` does not return before.
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
