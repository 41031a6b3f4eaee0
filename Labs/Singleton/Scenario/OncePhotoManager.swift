/// The fix: a `static let` is initialized at its first use, and only once.
///
/// A thread that asks during the initialization is blocked until it has ended. A thread that asks
/// later does not wait. Swift ensures this for every `static let` and every global variable. In
/// Objective-C one wrote `dispatch_once`.
public final class OncePhotoManager: PhotoManager {
    public static let shared: PhotoManager = {
        rendezvous?.waitForOthers()  // The other callers are about to ask …
        let manager = OncePhotoManager()
        manager.openAlbum()  // … and are blocked until this is done.
        return manager
    }()
}
