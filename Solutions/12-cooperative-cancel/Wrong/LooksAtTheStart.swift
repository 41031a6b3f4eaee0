// Refused by: stops after the thumbnail that is being made
// Verdict: tooLate
// Points: at most 5
// Because: It looks once, before the loop. Most users close the album later.
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
        if isCancelled.load(ordering: .acquiring) { return .partial([]) }
        return .complete(photos.map(makeThumbnail))
    }
}
