// Refused by: the photos are read once, by the first caller
// Verdict: tooEarly
// Points: at most 5
// Says: was called at launch, when the app set it
// Says: – later callers block
// Says not: did not finish
// Because: there is only one catalogue at a time, but it is created at launch, perhaps without
// need.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] } {
        didSet { shared = PhotoCatalogue() }
    }

    nonisolated(unsafe) private(set) static var shared = PhotoCatalogue()

    let names: [String]

    private init() {
        names = PhotoCatalogue.readNames()
    }
}
