// Refused by: crashed
// Verdict: crash
// Because: `async` returns before the block has run, so `instance!` is still nil.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) private static var instance: PhotoCatalogue?
    private static let queue = DispatchQueue(label: "catalogue")

    static var shared: PhotoCatalogue {
        queue.async {
            if instance == nil { instance = PhotoCatalogue() }
        }
        return instance!
    }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
