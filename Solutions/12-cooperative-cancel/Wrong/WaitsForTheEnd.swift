// Refused by: cancel() does not wait for the job
// Verdict: waits
// Because: `cancel()` waits until the job has stopped. Meanwhile the main thread is blocked.
import Dispatch
import Synchronization

enum ContactSheet: Equatable {
    case complete([String])
    case partial([String])
}

final class ContactSheetJob {
    private let photos: [String]
    private let makeThumbnail: (String) -> String
    private let isCancelled = Atomic(false)
    private let running = DispatchGroup()

    init(photos: [String], makeThumbnail: @escaping (String) -> String) {
        self.photos = photos
        self.makeThumbnail = makeThumbnail
    }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
        running.wait()
    }

    func run() -> ContactSheet {
        running.enter()
        defer { running.leave() }
        var thumbnails: [String] = []
        for photo in photos {
            if isCancelled.load(ordering: .acquiring) { break }
            thumbnails.append(makeThumbnail(photo))
        }
        return thumbnails.count == photos.count ? .complete(thumbnails) : .partial(thumbnails)
    }
}
