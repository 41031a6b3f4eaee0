import Foundation

/// A page of an app that shows photos. It belongs to the main thread.
public final class Page: @unchecked Sendable {  // All its variables are used on the main thread only.
    public let addresses: [URL]
    private(set) var photos: [Photo] = []
    private(set) var failures: [(address: URL, reason: RequestFailure)] = []
    let progress: Progress
    /// The progress after each result.
    private(set) var reports: [Int64] = []

    public init(_ addresses: [URL]) {
        self.addresses = addresses
        progress = Progress(totalUnitCount: Int64(addresses.count))
    }

    var results: Int { photos.count + failures.count }

    /// Shows a photo, or the reason why it is missing. A failure changes nothing for the other photos.
    func show(_ result: Result<Photo, RequestFailure>, from address: URL) {
        dispatchPrecondition(condition: .onQueue(.main))
        switch result {
        case .success(let photo): photos.append(photo)
        case .failure(let reason): failures.append((address, reason))
        }
        progress.completedUnitCount += 1
        reports.append(progress.completedUnitCount)
    }
}
