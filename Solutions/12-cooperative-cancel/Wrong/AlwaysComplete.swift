// Refused by: the sheet says what it is
// Verdict: wrongResult
// Says: complete
// Because: It stops in time, but the incomplete sheet is called complete. The app would keep it.
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
            thumbnails.append(makeThumbnail(photo))
        }
        return .complete(thumbnails)
    }
}
