import Foundation

/// All photos of the app. Finding out their names is slow, so it is done when somebody first asks for them, and never again.
final class PhotoCatalogue: Sendable {
    /// Reads the names of all photos from disk. The app sets this at launch, before anybody asks.
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    /// The one catalogue that everybody shares.
    ///
    /// Swift initialises a static `let` when it is first touched, and exactly once: a thread that comes while another is at it sleeps until
    /// the value is there. Nobody can see it half made, and once it is made, asking costs a glance at a flag.
    static let shared = PhotoCatalogue()

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
