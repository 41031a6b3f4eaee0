// Correct double-checked locking: the check without the lock reads an atomic flag. A thread that
// sees the flag set (acquiring) also sees all writes before the flag was set (releasing).
import Foundation
import Synchronization

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let isThere = Atomic(false)
    private static let lock = NSLock()

    static var shared: PhotoCatalogue {
        if isThere.load(ordering: .acquiring) { return instance! }
        lock.lock()
        defer { lock.unlock() }
        if let instance { return instance }
        let catalogue = PhotoCatalogue()
        instance = catalogue
        isThere.store(true, ordering: .releasing)
        return catalogue
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
