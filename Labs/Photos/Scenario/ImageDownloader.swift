import Foundation

/// Is told on the main thread that a download has ended.
protocol ImageDownloaderDelegate: AnyObject {
    func imageDownloaderDidFinish(_ downloader: ImageDownloader)
}

/// Downloads and decodes the photo of a row. It looks at `isCancelled` before and after each step.
final class ImageDownloader: Operation, @unchecked Sendable {  // `result` is written before the end, and read after it.
    let row: Int
    weak var delegate: (any ImageDownloaderDelegate)?
    private(set) var result: Result<Picture, PhotoFailure>?

    private let service: PhotoService
    private let download: Download

    init(_ record: PhotoRecord, row: Int, service: PhotoService) {
        self.row = row
        self.service = service
        download = service.download(record.address)
    }

    override func main() {
        if isCancelled { return }
        let file = download.contents()
        if isCancelled { return }
        let picture = service.picture(in: file)
        if isCancelled { return }
        result = picture
        guard let delegate else { return }
        DispatchQueue.main.async { delegate.imageDownloaderDidFinish(self) }
    }

    /// A cancelled operation must not wait for the network.
    override func cancel() {
        super.cancel()
        download.cancel()
    }
}
