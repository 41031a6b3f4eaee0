import Synchronization

/// The same with Swift's `Mutex`. It contains the value that it protects, so code cannot use the
/// album without acquiring it.
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
