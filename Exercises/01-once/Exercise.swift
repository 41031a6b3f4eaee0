import Foundation

/// All photos of the app. Finding out their names is slow, so it is done when somebody first asks for them, and never again.
final class PhotoCatalogue {
    /// Reads the names of all photos from disk. The app sets this at launch, before anybody asks.
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?

    /// The one catalogue that everybody shares.
    static var shared: PhotoCatalogue {
        if instance == nil {
            instance = PhotoCatalogue()
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
