import Dispatch

/// A mistake that looks like the fix: the queue belongs to the whole system, and there a barrier is an ordinary block.
///
/// It could not be otherwise: the barrier would stop the work of every library in the process.
public final class GlobalBarrierLibrary: PhotoLibrary {
    private let album: Album
    private let queue = DispatchQueue.global()

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        queue.async(flags: .barrier) { self.album.append(photo) }
    }

    public func photos() -> Snapshot {
        queue.sync { album.snapshot() }
    }
}
