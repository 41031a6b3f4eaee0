// Refused by: stops after the thumbnail that is being made
// Verdict: tooLate
// Points: at most 4
// Because: The flag is set, but the loop never looks at it.
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
        let thumbnails = photos.map(makeThumbnail)
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
