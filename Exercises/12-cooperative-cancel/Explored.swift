import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving: a job with three photos, and a
// thread that cancels it.

/// The job is cancelled at any moment, also before its first and after its last step.
func cancelledMeanwhile() -> String {
    let album = Album()
    let job = album.job()
    let worker = DispatchGroup()
    var sheet: ContactSheet?
    DispatchQueue.global().async(group: worker) { sheet = job.run() }
    job.cancel()
    album.isCancelled()
    worker.wait()
    return album.outcome(sheet)
}

func allowed(_ outcome: String) -> Bool { outcome == "stopped in time, and the sheet says so" }

/// Three photos, and what the job does with them.
private final class Album: Sendable {
    private static let photos = ["dawn", "noon", "dusk"]
    private let begun = Atomic(0)
    private let begunBefore = Atomic(-1)

    func job() -> ContactSheetJob {
        ContactSheetJob(photos: Self.photos) { photo in
            self.begun.add(1, ordering: .relaxed)
            return "small " + photo
        }
    }

    /// Remembers how many thumbnails had begun when `cancel()` had returned.
    func isCancelled() { begunBefore.store(begun.load(ordering: .relaxed), ordering: .relaxed) }

    func outcome(_ sheet: ContactSheet?) -> String {
        let count = begun.load(ordering: .relaxed)
        let later = count - begunBefore.load(ordering: .relaxed)
        if later > 1 { return "\(later) more thumbnails after cancel() had returned" }
        let made = Self.photos.prefix(count).map { "small " + $0 }
        switch sheet {
        case nil: return "no sheet"
        case .complete(let thumbnails):
            if count < Self.photos.count { return "a complete sheet, with \(count) of 3 thumbnails" }
            return thumbnails == made ? "stopped in time, and the sheet says so" : "a sheet with wrong thumbnails"
        case .partial(let thumbnails):
            if count == Self.photos.count { return "a partial sheet, with 3 of 3 thumbnails" }
            if thumbnails.count < count { return "a sheet with \(thumbnails.count) of \(count) finished thumbnails" }
            return thumbnails == made ? "stopped in time, and the sheet says so" : "a sheet with wrong thumbnails"
        }
    }
}
