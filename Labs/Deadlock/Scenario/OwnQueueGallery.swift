import Dispatch

/// The bug: a block on the gallery's queue waits for a signal. The completion handler would signal,
/// but it is a block on the same serial queue, and that queue runs one block at a time.
public final class OwnQueueGallery: @unchecked Sendable {  // `queue` protects the photo.
    private let queue = DispatchQueue(label: "gallery")
    private let arrived = DispatchSemaphore(value: 0)
    private var photo = "no photo"

    public init() {}

    /// - Parameter limit: how long the block waits; nil: for ever.
    public func load(waitingAtMost limit: DispatchTimeInterval? = nil) -> GalleryReport {
        queue.sync { loadOnQueue(limit) }
    }

    private func loadOnQueue(_ limit: DispatchTimeInterval?) -> GalleryReport {
        Client(answers: queue).download("photo 1") { photo in
            self.photo = photo
            self.arrived.signal()
        }
        let result = arrived.wait(timeout: limit.map { .now() + $0 } ?? .distantFuture)
        return GalleryReport(shown: photo, timeouts: result == .timedOut ? 1 : 0)
    }
}
