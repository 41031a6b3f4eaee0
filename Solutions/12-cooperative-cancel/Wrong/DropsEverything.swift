// Refused by: the sheet says what it is
// Verdict: wrongResult
// Because: The finished thumbnails are thrown away.
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
            if isCancelled.load(ordering: .acquiring) { return .partial([]) }
            thumbnails.append(makeThumbnail(photo))
        }
        return .complete(thumbnails)
    }
}
