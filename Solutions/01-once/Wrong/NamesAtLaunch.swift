// Refused by: the photos are read once, by who asks first
// Verdict: tooEarly
// Points: at most 5
// Says: while it was being set, at launch
// Says: – who comes second sleeps
// Says not: did not come to its end
// Because: there is never more than one catalogue at a time, but it is made at launch, when perhaps nobody needs it.
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
