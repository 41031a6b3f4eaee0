/// The bug: check whether there is a manager, and create one if not (check-then-act).
///
/// Every line is correct, and so is their order. But there is time between the check and the last
/// line. A thread that checks during this time finds no manager either.
public final class RacingPhotoManager: PhotoManager {
    private static var instance: RacingPhotoManager?

    public static var shared: PhotoManager {
        if let instance { return instance }  // Check: there is no manager yet …
        rendezvous?.meet()  // … (and wait until the other callers have checked too) …
        let manager = RacingPhotoManager()  // … so create one …
        manager.openAlbum()
        instance = manager  // … and store it for the next caller.
        return manager
    }
}
