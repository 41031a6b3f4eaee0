import Synchronization

/// The same with the lock of today's Swift: it holds what it protects, so nobody gets at the album without it.
public final class MutexLibrary: PhotoLibrary {
    private let album: Mutex<Album>

    public init(_ album: Album) { self.album = Mutex(album) }

    public func add(_ photo: Photo) {
        album.withLock { $0.append(photo) }
    }

    public func photos() -> Snapshot {
        album.withLock { $0.snapshot() }
    }
}
