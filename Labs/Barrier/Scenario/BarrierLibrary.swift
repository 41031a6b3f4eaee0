import Dispatch

/// The fix: readers side by side, a writer alone.
///
/// A barrier block waits until everything that was put on the queue before it has ended, runs by itself,
/// and only then lets later blocks begin. The queue has to be a concurrent one that we made ourselves.
public final class BarrierLibrary: PhotoLibrary {
    private let album: Album
    private let queue = DispatchQueue(label: "photoQueue", attributes: .concurrent)

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        queue.async(flags: .barrier) { self.album.append(photo) }
    }

    // `sync`, because the caller needs the answer now; it takes its place in the line behind the writes that were there first.
    public func photos() -> Snapshot {
        queue.sync { album.snapshot() }
    }
}
