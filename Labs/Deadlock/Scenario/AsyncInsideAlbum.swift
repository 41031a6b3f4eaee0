import Dispatch

/// A block of the queue submits another one to the same queue, with `async`. Nothing waits for itself. But the photo is not there when
/// `add` returns.
public final class AsyncInsideAlbum: @unchecked Sendable {  // `queue` protects the photos.
    private var contents: [String] = []
    private let queue = DispatchQueue(label: "album")

    public init() {}

    public func add(_ photo: String) -> Int {
        queue.sync {
            queue.async { self.contents.append(photo) }
            return contents.count
        }
    }
}
