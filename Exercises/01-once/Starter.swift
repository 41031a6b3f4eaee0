import Foundation

/// All photos of the app. Reading their names is slow, so it happens once, at the first use.
final class PhotoCatalogue {
    /// Reads the names of all photos. The app sets this at launch, before any thread asks.
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?

    /// The one catalogue that all callers share.
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
