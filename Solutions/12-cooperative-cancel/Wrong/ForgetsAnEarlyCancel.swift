// Refused by: a cancelled job makes no thumbnail
// Verdict: tooLate
// Because: `run` resets the flag. A job that was cancelled while it was queued runs to its end.
import Synchronization

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let isCancelled = Atomic(false)

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }

    func run() -> ContactSheet {
        isCancelled.store(false, ordering: .releasing)
        var thumbnails: [String] = []
        for photo in photos {
            if isCancelled.load(ordering: .acquiring) { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
