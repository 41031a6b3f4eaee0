/// The fix: a `static let` is made when somebody asks for it first, and only once.
///
/// Whoever asks while it is being made stands still until it is there; whoever asks later finds it and waits for nobody. Swift sees to
/// that for every `static let` and every global; in Objective-C one wrote `dispatch_once`.
public final class OncePhotoManager: PhotoManager {
    public static let shared: PhotoManager = {
        rendezvous?.waitForOthers()  // The others are at the door …
        let manager = OncePhotoManager()
        manager.openAlbum()  // … and stay there until this is over.
        return manager
    }()
}
