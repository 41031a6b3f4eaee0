import Synchronization

/// The thumbnails of an album: all of them, or the first ones.
enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

/// Makes a thumbnail of each photo of an album, one after the other. That takes long.
final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let isCancelled = Atomic(false)

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    /// Asks the job to stop. Any thread can call this, at any time.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }

    /// Makes the thumbnails, in the order of the photos. Called once.
    ///
    /// It looks before each thumbnail. The count, and not the flag, says whether the sheet is
    /// complete.
    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for photo in photos {
            if isCancelled.load(ordering: .acquiring) { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
