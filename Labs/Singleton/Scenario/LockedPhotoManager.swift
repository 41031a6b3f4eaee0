import Foundation

/// Another fix: check and create as before, but while holding a lock. So no thread can check while
/// another one creates.
///
/// It is correct, but every later caller must acquire the lock too, only to check. And the lock
/// itself must be created once, before its first use: by a `static let`, which could create the
/// manager.
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
