import Dispatch

/// The fix: readers run at the same time, a writer runs alone.
///
/// A barrier block waits until all blocks that were submitted before it have finished. Then it runs
/// alone, and later blocks begin after it. The queue must be a concurrent queue that we created.
public final class BarrierLibrary: PhotoLibrary {
    private let album: Album
    private let queue = DispatchQueue(label: "photoQueue", attributes: .concurrent)

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        queue.async(flags: .barrier) { self.album.append(photo) }
    }

    // `sync`, because the caller needs the result now. The read is queued after writes that were
    // submitted earlier.
    public func photos() -> Snapshot {
        queue.sync { album.snapshot() }
    }
}
