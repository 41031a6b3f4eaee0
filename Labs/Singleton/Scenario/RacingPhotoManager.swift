/// The mistake: look whether there is one, and make one if not.
///
/// Every line is right, and so is their order. But between the look and the last line there is time, and a thread that looks in that
/// time finds none either.
public final class RacingPhotoManager: PhotoManager {
    private static var instance: RacingPhotoManager?

    public static var shared: PhotoManager {
        if let instance { return instance }  // Look: nobody has made one …
        rendezvous?.meet()  // … (and nobody goes on before the others have looked, too) …
        let manager = RacingPhotoManager()  // … so make one …
        manager.openAlbum()
        instance = manager  // … and leave it where the next one looks.
        return manager
    }
}
