// Refused by: asking again costs nothing
// Verdict: cost
// Says: as acquiring a `Mutex` does
// Because: correct, but every check acquires the mutex: an atomic step on memory that all cores
// share.
import Foundation
import Synchronization

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    private static let instance = Mutex<PhotoCatalogue?>(nil)

    static var shared: PhotoCatalogue {
        instance.withLock { instance in
            if let instance { return instance }
            let catalogue = PhotoCatalogue()
            instance = catalogue
            return catalogue
        }
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
