import Foundation

/// All photos of the app. Reading their names is slow, so it happens once, at the first use.
final class PhotoCatalogue: Sendable {
    /// Reads the names of all photos. The app sets this at launch, before any thread asks.
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    /// The one catalogue that all callers share.
    ///
    /// Swift initializes a static `let` at its first use, and exactly once. A thread that asks
    /// during the initialization is blocked until the value is complete. So no thread can see an
    /// incomplete value. Later, each use only reads a flag.
    static let shared = PhotoCatalogue()

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
