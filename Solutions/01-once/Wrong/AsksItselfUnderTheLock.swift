// Refused by: one instance
// Verdict: deadlock
// Points: at most 0
// Says: asks for the same lock again
// Says: lead through line 27
// Says not: also in a later call
// Because: `init` runs while the lock is held, and acquires it again. `NSLock` is not recursive.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let lock = NSLock()

    static var shared: PhotoCatalogue {
        lock.lock()
        defer { lock.unlock() }
        if instance == nil { instance = PhotoCatalogue() }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
        print("\(PhotoCatalogue.shared.names.count) photos")
    }
}
