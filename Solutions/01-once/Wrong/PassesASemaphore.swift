// Refused by: asking again costs nothing
// Verdict: cost
// Says: had to pass a semaphore
// Says not: take a lock
// Because: a semaphore that begins at 1 protects the variable, but each caller has to pass it, for ever.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let door = DispatchSemaphore(value: 1)

    static var shared: PhotoCatalogue {
        door.wait()
        defer { door.signal() }
        if instance == nil { instance = PhotoCatalogue() }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
