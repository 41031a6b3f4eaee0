import Foundation

/// Downloads several photos and reports once that all downloads have ended.
public protocol BatchDownload: Sendable {
    /// Adds each photo to the album when it arrives, and calls `completion` on the main queue at
    /// the end.
    func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void)
}
