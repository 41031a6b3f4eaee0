// The flag of an operation: `isCancelled` can be read on any thread.
import Foundation

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let operation = Operation()

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() { operation.cancel() }

    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for photo in photos {
            guard !operation.isCancelled else { return .partial(thumbnails) }
            thumbnails.append(makeThumbnail(photo))
        }
        return .complete(thumbnails)
    }
}
