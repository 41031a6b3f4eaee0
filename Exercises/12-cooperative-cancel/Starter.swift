/// The thumbnails of an album: all of them, or the first ones.
enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

/// Makes a thumbnail of each photo of an album, one after the other. That takes long.
final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private var isCancelled = false

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    /// Asks the job to stop. Any thread can call this, at any time.
    func cancel() {
        isCancelled = true
    }

    /// Makes the thumbnails, in the order of the photos. Called once.
    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for (index, photo) in photos.enumerated() {
            // Ten thumbnails are a row of the sheet.
            if index % 10 == 0, isCancelled { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return .complete(thumbnails)
    }
}
