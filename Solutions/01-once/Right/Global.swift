// A global of a file that is not main.swift is made lazily and once, as a `static let` is.
import Foundation

nonisolated(unsafe) private let theOne = PhotoCatalogue()

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    static var shared: PhotoCatalogue { theOne }

    let names: [String]

    fileprivate init() {
        names = PhotoCatalogue.readNames()
    }
}
