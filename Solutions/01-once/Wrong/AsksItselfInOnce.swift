// Refused by: one instance
// Verdict: deadlock
// Points: at most 0
// Says: asks for that same value
// Says: line 19 of AsksItselfInOnce.swift
// Says not: called again later
// Because: the initialiser of the `static let` asks for the `static let`, which is not there before the initialiser is done.
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
