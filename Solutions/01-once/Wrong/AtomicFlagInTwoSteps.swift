// Refused by: right in every interleaving
// Verdict: race
// Points: at most 5
// Says: 2 different catalogues
// Because: each access is atomic, but another thread can run between the load and the store.
import Foundation
import Synchronization

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let isTaken = Atomic(false)
    private static let isThere = Atomic(false)
    private static let making = DispatchGroup()

    static var shared: PhotoCatalogue {
        if isThere.load(ordering: .acquiring) { return instance! }
        if !isTaken.load(ordering: .acquiring) {
            isTaken.store(true, ordering: .releasing)
            making.enter()
            instance = PhotoCatalogue()
            isThere.store(true, ordering: .releasing)
            making.leave()
        } else {
            making.wait()
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
