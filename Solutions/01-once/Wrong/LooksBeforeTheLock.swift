// Refused by: one instance
// Verdict: race
// Because: the look stands before the lock. Whoever has found nothing takes the lock sooner or later, and makes another catalogue without looking again.
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
