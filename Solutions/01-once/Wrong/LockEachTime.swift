// Refused by: asking again costs nothing
// Verdict: cost
// Because: looking and making are one step now, and there is one instance. But everybody who ever asks has to take the lock, long after it has
// done its work.
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
