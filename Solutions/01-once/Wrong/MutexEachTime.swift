// Refused by: asking again costs nothing
// Verdict: cost
// Says: as taking a `Mutex` does
// Because: right, but every look takes the mutex. When nobody else has it that is one atomic step, which no trace shows; it is one that all cores share.
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
