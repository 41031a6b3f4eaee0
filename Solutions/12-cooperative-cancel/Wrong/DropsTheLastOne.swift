// Refused by: the sheet says what it is
// Verdict: wrongResult
// Because: It looks after the thumbnail is made and before it is kept. So a finished thumbnail is
// lost.
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
        var thumbnails: [String] = []
        for photo in photos {
            if isCancelled.load(ordering: .acquiring) { break }
            let thumbnail = makeThumbnail(photo)
            if isCancelled.load(ordering: .acquiring) { break }
            thumbnails.append(thumbnail)
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
