// Refused by: cancel() does not wait for the job
// Verdict: waits
// Because: The lock is held while a thumbnail is made. So no other step begins after `cancel()`, but
// the main thread is blocked meanwhile.
import Foundation

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let lock = NSLock()
    private var isCancelled = false

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() {
        lock.withLock { isCancelled = true }
    }

    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for photo in photos {
            lock.lock()
            defer { lock.unlock() }
            if isCancelled { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
