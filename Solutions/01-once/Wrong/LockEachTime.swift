// Refused by: asking again costs nothing
// Verdict: cost
// Because: check and creation are one step now, so there is one instance. But every later call must
// acquire the lock too.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let lock = NSLock()

    static var shared: PhotoCatalogue {
        lock.lock()
        defer { lock.unlock() }
        if let instance { return instance }
        let catalogue = PhotoCatalogue()
        instance = catalogue
        return catalogue
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
