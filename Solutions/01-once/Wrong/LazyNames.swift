// Refused by: the photos are read once, by who asks first
// Verdict: wrongResult
// Points: at most 5
// Says: was handed out without its names
// Says not: another catalogue
// Because: the catalogue is made once, and its slow part is put off to whoever looks at it first; `lazy` lets several in.
import Foundation

final class PhotoCatalogue {
    nonisolated(unsafe) static var readNames: () -> [String] = { [] }

    nonisolated(unsafe) static let shared = PhotoCatalogue()

    lazy var names: [String] = PhotoCatalogue.readNames()

    private init() {}
}
