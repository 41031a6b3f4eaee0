// Refused by: one instance
// Verdict: race
// Because: `lazy var` is the same "look, then make" in shorter form: two threads that come at the same time both find nothing. The holder is made
// once, what it holds is not.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    private final class Holder {
        lazy var catalogue = PhotoCatalogue()
    }

    nonisolated(unsafe) private static let holder = Holder()

    static var shared: PhotoCatalogue { holder.catalogue }

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
