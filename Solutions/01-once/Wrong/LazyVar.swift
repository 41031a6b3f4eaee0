// Refused by: one instance
// Verdict: race
// Because: `lazy var` checks and creates in two steps, so two threads can both find nothing. The
// holder is created once, but its contents are not.
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
