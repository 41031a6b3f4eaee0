import Foundation

/// Another fix: look and make as before, but with a lock around both, so that nobody looks while somebody makes.
///
/// It is right, and it costs every later caller a lock, when all there is left to do is to look. And who makes the lock, once, before
/// anybody needs it? A `static let`, which could have made the manager itself.
public final class LockedPhotoManager: PhotoManager {
    private static let lock = NSLock()
    private static var instance: LockedPhotoManager?

    public static var shared: PhotoManager {
        lock.lock()
        defer { lock.unlock() }
        if let instance { return instance }
        rendezvous?.waitForOthers()
        let manager = LockedPhotoManager()
        manager.openAlbum()
        instance = manager
        return manager
    }
}
