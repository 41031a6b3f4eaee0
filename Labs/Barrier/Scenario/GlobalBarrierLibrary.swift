import Dispatch

/// A bug that looks like the fix: the whole process shares this queue, and a barrier on it is an
/// ordinary block.
///
/// There is a reason: a real barrier would stop the work of every library in the process.
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
