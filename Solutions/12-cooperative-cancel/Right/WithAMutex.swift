// The Swift 6 spelling, with a lock that is held only for the look.
import Synchronization

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob: @unchecked Sendable {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let isCancelled = Mutex(false)

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() { isCancelled.withLock { $0 = true } }

    func run() -> ContactSheet {
        var thumbnails: [String] = []
        var remaining = photos[...]
        while let photo = remaining.first, !isCancelled.withLock({ $0 }) {
            thumbnails.append(makeThumbnail(photo))
            remaining.removeFirst()
        }
        return remaining.isEmpty ? .complete(thumbnails) : .partial(thumbnails)
    }
}
