// Refused by: start() returns immediately
// Verdict: waits
// Points: at most 6
// Says: for a semaphore
// Because: the results are right, but each download blocks a thread until it has ended.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

final class PhotoDownload: Operation, @unchecked Sendable {
    private let photoName: String
    private let download: Download
    private(set) var photo: String?

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
    }

    override func main() {
        let hasEnded = DispatchSemaphore(value: 0)
        download(photoName) { photo in
            self.photo = photo
            hasEnded.signal()
        }
        hasEnded.wait()
    }
}
