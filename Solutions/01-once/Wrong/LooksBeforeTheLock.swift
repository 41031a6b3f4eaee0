// Refused by: one instance
// Verdict: race
// Because: the check has no lock. Each thread that found nothing creates a catalogue, one after the
// other.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let lock = NSLock()

    static var shared: PhotoCatalogue {
        if instance == nil {
            lock.lock()
            instance = PhotoCatalogue()
            lock.unlock()
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
