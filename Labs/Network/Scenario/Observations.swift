import Foundation

/// The counted observations of a run.
public struct Observations: Codable, Sendable {
    /// Photos of the page.
    public var requested: Int
    /// Requests that began.
    public var begun: Int
    /// Photos that were shown.
    public var shown: Int
    public var failures: [Failure]
    /// The progress after each result.
    public var reports: [Int]
    /// Results that the page had when the user left.
    public var resultsBeforeLeaving: Int
    /// Requests that had begun when the user left.
    public var begunBeforeLeaving: Int

    /// A photo that is missing.
    public struct Failure: Codable, Sendable {
        /// The path of its address.
        public var path: String
        /// The message for the user.
        public var words: String
    }

    init(_ page: Page, _ service: PhotoService, _ before: (results: Int, begun: Int)) {
        requested = page.addresses.count
        begun = service.begun
        shown = page.photos.count
        failures = page.failures.map { Failure(path: $0.address.path, words: $0.reason.words) }
        reports = page.reports.map(Int.init)
        resultsBeforeLeaving = before.results
        begunBeforeLeaving = before.begun
    }

    /// A line for each missing photo, and one for the others.
    public var page: String {
        (failures.map { "\($0.path): \($0.words)" } + ["\(shown) photos are shown."]).joined(separator: "\n")
    }

    /// How many photos are missing for this reason.
    public func count(_ failure: RequestFailure) -> Int { failures.count { $0.words == failure.words } }
}
