// Refused by: asking again costs nothing
// Verdict: cost
// Says: has to pass a semaphore
// Says not: acquire a lock
// Because: a semaphore that starts at 1 protects the variable, but every later call has to pass it
// too.
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
