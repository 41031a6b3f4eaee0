// Refused by: right in every interleaving
// Verdict: race
// Points: at most 5
// Says: Data race on PhotoCatalogue.instance
// Says: interleave replay
// Says: – one instance
// Because: double-checked locking. The first check has no lock, so it can read during a write.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let lock = NSLock()

    static var shared: PhotoCatalogue {
        if let instance { return instance }
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
