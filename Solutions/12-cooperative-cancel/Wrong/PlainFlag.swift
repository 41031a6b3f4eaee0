// Refused by: right in every interleaving
// Verdict: race
// Points: at least 7
// Says: ContactSheetJob.isCancelled
// Because: One thread writes the flag while another one reads it, and nothing orders the two.
enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private var isCancelled = false

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() {
        isCancelled = true
    }

    func run() -> ContactSheet {
        var thumbnails: [String] = []
        for photo in photos {
            if isCancelled { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
