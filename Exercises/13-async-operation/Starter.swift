import Foundation

/// Starts one download and returns immediately. `ended` is called once, later, on any thread: with
/// the photo, or with nil if the download failed.
typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

/// An operation that downloads one photo. It is finished when the download has ended.
final class PhotoDownload: Operation, @unchecked Sendable {
    /// The photo; nil before the download has ended, and nil if it failed.
    private(set) var photo: String?

    private let photoName: String
    private let download: Download

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
    }

    override func main() {
        download(photoName) { photo in self.photo = photo }
    }
}
