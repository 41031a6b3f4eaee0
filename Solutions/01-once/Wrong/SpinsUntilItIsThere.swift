// Refused by: who comes second sleeps until the first is done
// Verdict: spins
// Because: only one thread wins the flag and makes the catalogue. The others go round in a loop until it is there, each at the price of a core.
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
