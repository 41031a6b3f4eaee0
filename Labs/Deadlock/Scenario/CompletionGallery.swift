import Dispatch

/// The fix: the block ends, and the completion handler does what remains to be done. No block waits
/// for another block of its queue.
public final class CompletionGallery: @unchecked Sendable {  // `queue` protects the report.
    private let queue = DispatchQueue(label: "gallery")

    public init() {}

    public func load(completion: @escaping @Sendable (GalleryReport) -> Void) {
        queue.async { [self] in
            Client(answers: queue).download("photo 1") { photo in
                completion(GalleryReport(shown: photo, timeouts: 0))
            }
        }
    }

    /// Waits on a thread that is not on the gallery's queue.
    public func loaded() -> GalleryReport {
        let finished = DispatchSemaphore(value: 0)
        let result = Result()
        load { report in
            result.report = report
            finished.signal()
        }
        finished.wait()
        return result.report
    }

    private final class Result: @unchecked Sendable {
        var report = GalleryReport(shown: "no photo", timeouts: 0)
    }
}
