// The flag of a work item that never runs.
import Dispatch

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let item = DispatchWorkItem {}

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() { item.cancel() }

    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for photo in photos where !item.isCancelled { thumbnails.append(makeThumbnail(photo)) }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
