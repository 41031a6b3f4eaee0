import Dispatch

/// Another half-fix: the queue is concurrent, so a read inside a read can run.
///
/// It works until a write arrives between the two reads. The write is a barrier: it waits for the
/// outer read, and the inner read waits for the barrier.
public final class ConcurrentAlbum: Album, @unchecked Sendable {
    private var contents: [String] = []
    private let queue = DispatchQueue(label: "album", attributes: .concurrent)

    public init() {}

    public var photos: [String] { queue.sync { contents } }

    public func add(_ photo: String) {
        queue.async(flags: .barrier) { self.contents.append(photo) }
    }

    /// - Parameter meanwhile: happens while the outer read runs.
    public func summary(meanwhile: () -> Void = {}) -> String {
        queue.sync {
            meanwhile()
            return "\(photos.count) photos"
        }
    }
}
