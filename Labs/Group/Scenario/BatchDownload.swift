import Foundation

/// Downloads several photos and says once that all of them are there.
public protocol BatchDownload: Sendable {
    /// Puts each photo into the album as it arrives; calls `completion` on the main queue when that is done.
    func downloadPhotos(_ addresses: [URL], completion: @escaping @Sendable () -> Void)
}
