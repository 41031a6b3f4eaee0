// Refused by: one instance
// Verdict: deadlock
// Points: at most 0
// Says: the initializer asks for that same
// Says: line 19 of AsksItselfInOnce.swift
// Says not: also in a later call
// Because: the initializer of the `static let` uses the `static let`, which does not exist yet.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) static let shared = PhotoCatalogue()

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
        print("\(PhotoCatalogue.shared.names.count) photos")
    }
}
