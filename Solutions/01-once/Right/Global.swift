// A global variable in a file other than main.swift is initialized lazily and once, like a `static
// let`.
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
