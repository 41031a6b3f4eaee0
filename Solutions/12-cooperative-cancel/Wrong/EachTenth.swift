// Refused by: stops after the thumbnail that is being made
// Verdict: tooLate
// Because: It looks at each tenth photo only. Nine slow thumbnails are made for an album that is
// closed.
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
        for (index, photo) in photos.enumerated() {
            if index % 10 == 0, isCancelled.load(ordering: .acquiring) { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
