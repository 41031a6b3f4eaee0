// Refused by: later callers block until the first has finished
// Verdict: spins
// Because: one thread sets the flag and creates the catalogue. The others spin, and each uses a
// core.
import Foundation
import Synchronization

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let isTaken = Atomic(false)
    private static let isThere = Atomic(false)

    static var shared: PhotoCatalogue {
        if isTaken.exchange(true, ordering: .acquiringAndReleasing) {
            while !isThere.load(ordering: .acquiring) {}
        } else {
            instance = PhotoCatalogue()
            isThere.store(true, ordering: .releasing)
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
