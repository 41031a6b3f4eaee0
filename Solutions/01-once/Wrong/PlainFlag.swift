// Refused by: right in every interleaving
// Verdict: race
// Points: at most 5
// Says: PhotoCatalogue.isTaken
// Because: the flag is checked and set in two steps. The bug is rare: perhaps once in a million
// launches.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    nonisolated(unsafe) private static var isTaken = false
    private static let making = DispatchGroup()

    static var shared: PhotoCatalogue {
        if !isTaken {
            isTaken = true
            making.enter()
            instance = PhotoCatalogue()
            making.leave()
        } else if instance == nil {
            making.wait()
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
