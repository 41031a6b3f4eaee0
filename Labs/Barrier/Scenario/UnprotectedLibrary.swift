import Dispatch

/// The bug: a concurrent queue does not protect the album. It runs all blocks at the same time.
public final class UnprotectedLibrary: PhotoLibrary {
    private let album: Album
    private let queue = DispatchQueue(label: "photoQueue", attributes: .concurrent)

    public init(_ album: Album) { self.album = album }

    public func add(_ photo: Photo) {
        queue.async { self.album.append(photo) }
    }

    public func photos() -> Snapshot {
        queue.sync { album.snapshot() }
    }
}
