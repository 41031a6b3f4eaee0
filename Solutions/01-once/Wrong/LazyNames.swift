// Refused by: the photos are read once, by the first caller
// Verdict: wrongResult
// Points: at most 5
// Says: was returned without its names
// Says not: different catalogue from the first
// Because: the catalogue is created once, but `lazy` reads the names later, in several threads.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) static let shared = PhotoCatalogue()

    lazy var names: [String] = PhotoCatalogue.readNames()

    private init() {}
}
