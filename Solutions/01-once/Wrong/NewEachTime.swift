// Refused by: one instance
// Verdict: wrongResult
// Points: at most 0
// Says: nothing is kept
// Says: – asking again costs nothing
// Because: a computed property is computed each time.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    static var shared: PhotoCatalogue { PhotoCatalogue() }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
