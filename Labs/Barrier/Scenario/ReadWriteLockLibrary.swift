import Foundation

/// The system's own readers-writer lock, for comparison: the barrier's promise without a queue.
public final class ReadWriteLockLibrary: PhotoLibrary {
    private let album: Album
    /// We own this memory: `init` allocates it, `deinit` frees it. A lock must not move in memory.
    private let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)

    public init(_ album: Album) {
        self.album = album
        pthread_rwlock_init(lock, nil)
    }

    deinit {
        pthread_rwlock_destroy(lock)
        lock.deallocate()
    }

    public func add(_ photo: Photo) {
        pthread_rwlock_wrlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        album.append(photo)
    }

    public func photos() -> Snapshot {
        pthread_rwlock_rdlock(lock)
        defer { pthread_rwlock_unlock(lock) }
        return album.snapshot()
    }
}
